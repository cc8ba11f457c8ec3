import { NotInPlanError } from './errors.ts';
import { notInPlan, type PlanResult } from './plan.ts';

/** Resolves to `notInPlan` instead of rejecting with a NotInPlanError, so that the query is not retried. */
export async function catchNotInPlan<Answer>(answer: Promise<Answer>): Promise<PlanResult<Answer>> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NotInPlanError) return notInPlan;
    throw error;
  }
}
