import { NotInPlanError } from './errors.ts';
import { notInPlan, type PlanResult } from './plan.ts';

/** A refusal of the plan is an answer, not a failure: it is shown once, and nothing is tried again. */
export async function catchNotInPlan<Answer>(answer: Promise<Answer>): Promise<PlanResult<Answer>> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NotInPlanError) return notInPlan;
    throw error;
  }
}
