/** The plans of the settings, by name. A plan that the settings do not know is refused with those that they do. */
import type { Config } from '../base/config.js';
import { Failure } from '../base/failure.js';
import type { Plan } from './ledger.js';

export interface Plans {
  /** The plan of the name; a Failure that lists the known plans when there is none. */
  require(name: string): Plan;
}

/** Reads the plans of the settings. */
export function plansOf(settings: Config['plans']): Plans {
  const plans = new Map<string, Plan>(
    Object.entries(settings).map(([name, plan]) => [
      name,
      { name, creditLimit: plan.credits, requestsPerMinute: plan.requests_per_minute },
    ]),
  );
  return {
    require(name) {
      const plan = plans.get(name);
      if (plan) return plan;
      throw new Failure(`There is no plan ${name}. Known plans: ${[...plans.keys()].join(', ')}.`, {
        hint: 'Add it under "plans" in lintel.json, or choose a known one.',
      });
    },
  };
}
