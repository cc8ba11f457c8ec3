import { InvalidResponseError, NetworkError, NotInPlanError, ServiceError } from './errors.ts';
import { SettingsError } from './settings.ts';

/** What happened and what to do next. */
export function errorText(error: Error): string {
  if (error instanceof NetworkError)
    return 'The service does not answer. Check the connection and try again.';
  if (error instanceof SettingsError)
    return 'The settings of this page cannot be read: config.json is missing or not valid.';
  if (error instanceof InvalidResponseError)
    return 'The service answered with something that this page does not understand.';
  if (error instanceof NotInPlanError) return 'The plan of this page has no access to that.';
  if (error instanceof ServiceError) return serviceText(error);
  return 'The page failed. Reload it and try again.';
}

function serviceText({ status, message, retryAfter }: ServiceError): string {
  if (status === 401 || status === 403)
    return `The service answered ${status}: ${message}. Check the key in config.json.`;
  if (status !== 429) return `The service answered ${status}: ${message}.`;
  const wait = retryAfter === undefined ? 'a moment' : `${Math.max(Math.ceil(retryAfter / 1000), 1)} s`;
  return `Too many requests. Try again in ${wait}.`;
}
