/** Requests in seconds to the authentication library from one address of the network, counted in the ledger. */
export const attemptLimits = {
  enabled: true,
  storage: 'database',
  modelName: 'auth_rate_limit',
  window: 60,
  max: 60,
  customRules: {
    '/sign-in/email': { window: 60, max: 30 },
    '/reset-password': { window: 60, max: 10 },
    '/two-factor/*': { window: 60, max: 10 },
    '/organization/invite-member': { window: 60, max: 10 },
    '/change-password': { window: 60, max: 10 },
    '/change-email': { window: 60, max: 3 },
    '/delete-user': { window: 60, max: 10 },
  },
} as const;
