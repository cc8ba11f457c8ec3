import { NotInPlanError } from './errors.ts';
import { notInPlan, type PlanResult } from './plan.ts';

/** Resolves to `notInPlan` instead of rejecting with a NotInPlanError, so that the query is not retried. */
export async function catchNotInPlan<Result>(result: Promise<Result>): Promise<PlanResult<Result>> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof NotInPlanError) return notInPlan;
    throw error;
  }
}
