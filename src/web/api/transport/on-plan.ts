import { NotOnPlan } from './errors.ts';
import { notOnPlan, type OnPlan } from './plan.ts';

/** A refusal of the plan is an answer, not a failure: it is shown once, and nothing is tried again. */
export async function onPlan<Answer>(answer: Promise<Answer>): Promise<OnPlan<Answer>> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NotOnPlan) return notOnPlan;
    throw error;
  }
}
