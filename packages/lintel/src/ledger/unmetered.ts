/** Metering for programs that read their own release: everybody is let in, and nothing is counted or stored. */
import { forEachResource } from '@lintel/contract/plain';
import type { Caller, Meter, Plan } from './ledger.js';

const plan: Plan = {
  name: 'local',
  creditLimit: null,
  windowMs: 0,
  requestsPerMinute: Number.MAX_SAFE_INTEGER,
  accountRequestsPerMinute: Number.MAX_SAFE_INTEGER,
  workMsPerMinute: Number.MAX_SAFE_INTEGER,
  prices: forEachResource(0),
  overageMessage: null,
  upgradeUrl: null,
};

const caller: Caller = {
  keyId: 'local',
  accountId: 'local',
  suspended: false,
  scopes: null,
  plan,
  budget: null,
};

/** A meter that lets every key in and charges nothing. */
export const unmetered: Meter = {
  authenticate: async () => caller,
  authenticateLink: async () => null,
  endedKey: async () => null,
  authenticateApp: async () => null,
  countUse: async () => {},
  visitor: async () => caller,
  browserCaller: async () => caller,
  charge: async (order) => ({
    granted: true,
    used: 0,
    limit: null,
    repeated: false,
    receipt: { ...order, atMs: 0 },
  }),
  refund: async () => ({ credits: 0, withheld: 0 }),
  paidTo: async () => Number.MAX_SAFE_INTEGER,
  usage: async () => ({ used: 0, limit: null, availableAt: null, daily: [] }),
  usageRows: async () => [],
  probe: async () => {},
};
