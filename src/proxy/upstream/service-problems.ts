import { ServiceError } from '../../service/index.js';
import { errorFields } from '../base/log.js';
import { ProblemError } from '../base/problem-error.js';

/** What of the service's trouble a browser may know: never its words. */
export function toServiceProblem(error: ServiceError): ProblemError {
  const isNo = error.code === 'refused' || error.code === 'unauthorized';
  return new ProblemError(isNo ? 'service_refused' : 'service_unavailable', undefined, { cause: error });
}

/** What an operator can do about it. */
const REMEDIES: Partial<Record<ServiceError['code'], string>> = {
  unreachable: 'nothing answers there: is service.url right, and does the service run?',
  unauthorized: 'the service does not take our key: is service.apiKey that of this project?',
};

/** For the log: with the service's own words, which name the reason. */
export function serviceErrorFields(error: unknown): object {
  if (!(error instanceof ServiceError)) return errorFields(error);
  const { code, operation, status, serviceText } = error;
  const remedy = REMEDIES[code];
  return { code, operation, status, serviceText, ...(remedy === undefined ? {} : { remedy }) };
}
