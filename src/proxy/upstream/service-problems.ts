import { ServiceError } from '../../service/index.js';
import { errorFields } from '../base/log.js';
import { ProblemError } from '../base/problem-error.js';

/** Converts a service error to a problem for browsers, without the service's message. */
export function toServiceProblem(error: ServiceError): ProblemError {
  const isRefusal = error.code === 'refused' || error.code === 'unauthorized';
  return new ProblemError(isRefusal ? 'service_refused' : 'service_unavailable', undefined, { cause: error });
}

/** Throws an error of a call to the service as a problem, and any other error unchanged. */
export function throwServiceProblem(error: unknown): never {
  throw error instanceof ServiceError ? toServiceProblem(error) : error;
}

const REMEDIES: Partial<Record<ServiceError['code'], string>> = {
  unreachable: 'Check service.url, and that the service is running.',
  unauthorized: 'Check that service.apiKey is the key of this project.',
};

/** Returns log fields of an error, including the service's message. */
export function serviceErrorFields(error: unknown): object {
  if (!(error instanceof ServiceError)) return errorFields(error);
  const { code, operation, status, serviceText } = error;
  const remedy = REMEDIES[code];
  return { code, operation, status, serviceText, ...(remedy === undefined ? {} : { remedy }) };
}
