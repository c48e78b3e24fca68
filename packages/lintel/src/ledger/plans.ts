/** The plans of the settings, by name. For an unknown plan, the error lists the known ones. */
import type { Config } from '../base/config.js';
import { UserError } from '../base/user-error.js';
import type { Plan } from './ledger.js';
import { daysMs, defaultWindowDays } from './window.js';

/** How many times the rate of a key an account has, where its plan does not say. */
const keysOfAccount = 2;
/** Seconds of work a minute, where the plan does not say: a quarter of one core. */
const defaultWorkSeconds = 12;

export interface Plans {
  /** The plan of the name; throws a UserError that lists the known plans if there is none. */
  require(name: string): Plan;
  has(name: string): boolean;
  all(): readonly Plan[];
  /** Applies changed settings. */
  replace(settings: Config['plans']): void;
  /** Rises with each change. */
  readonly version: number;
}

/** Reads the plans of the settings. */
export function plansOf(settings: Config['plans']): Plans {
  let plans = readPlans(settings);
  let version = 1;
  return {
    require(name) {
      const plan = plans.get(name);
      if (plan) return plan;
      throw new UserError(`There is no plan ${name}. Known plans: ${[...plans.keys()].join(', ')}.`, {
        hint: 'Add it under "plans" in lintel.json, or choose a known one.',
      });
    },
    has: (name) => plans.has(name),
    all: () => [...plans.values()],
    replace(changed) {
      plans = readPlans(changed);
      version += 1;
    },
    get version() {
      return version;
    },
  };
}

function readPlans(settings: Config['plans']): ReadonlyMap<string, Plan> {
  return new Map(
    Object.entries(settings).map(([name, plan]) => [
      name,
      {
        name,
        creditLimit: plan.credits,
        windowMs: daysMs(plan.window_days ?? defaultWindowDays),
        requestsPerMinute: plan.requests_per_minute,
        accountRequestsPerMinute:
          plan.account_requests_per_minute ?? keysOfAccount * plan.requests_per_minute,
        workMsPerMinute: (plan.work_seconds_per_minute ?? defaultWorkSeconds) * 1000,
        prices: plan.prices ?? {},
        overageMessage: plan.overage_message ?? null,
        upgradeUrl: plan.upgrade_url ?? null,
      },
    ]),
  );
}
