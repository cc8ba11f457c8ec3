import {
  InvalidResponseError,
  isOutage,
  NotInPlanError,
  ServiceError,
  UnsupportedFilterError,
} from './errors.ts';
import { SettingsError } from './settings.ts';

/** Returns the message shown to users: what went wrong and, where possible, what to do. */
export function errorText(error: Error): string {
  if (isOutage(error)) return "Can't reach the server. Check your connection and try again.";
  if (error instanceof SettingsError) return "Couldn't load settings: config.json is missing or invalid.";
  if (error instanceof InvalidResponseError) return 'Unexpected response from the server.';
  if (error instanceof NotInPlanError) return 'Not in this plan.';
  if (error instanceof UnsupportedFilterError) return 'Not supported by this service: one of the filters.';
  if (error instanceof ServiceError) return serviceErrorText(error);
  return 'Something went wrong. Reload the page.';
}

function serviceErrorText({ status, message, retryAfter }: ServiceError): string {
  if (status === 401 || status === 403)
    return `The server returned ${status}: ${message}. Check apiKey in config.json.`;
  if (status !== 429) return `The server returned ${status}: ${message}.`;
  const wait = retryAfter === undefined ? 'shortly' : `in ${Math.max(Math.ceil(retryAfter / 1000), 1)} s`;
  return `Rate limit reached. Try again ${wait}.`;
}
