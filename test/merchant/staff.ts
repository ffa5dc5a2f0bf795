import type { TestContext } from 'node:test';
import { createMerchantSession, type MerchantScope } from '../../src/proxy/server.js';
import { MERCHANT_SCOPES } from '../../src/protocol/index.js';
import { json, startEnvironment, type TestEnvironment, type TestOptions } from '../proxy/test-environment.js';

export const MERCHANT_SECRET = 'planted-merchant-secret-0123456789abcdef-01234567';

/** One of the shop's staff, who calls the proxy as the elements do. */
export interface Staff {
  /** @returns the response, whatever it is */
  readonly call: (method: string, path: string, body?: object) => Promise<Response>;
  /** @returns the body of a successful response */
  readonly get: <T>(path: string) => Promise<T>;
  readonly post: <T>(path: string, body?: object) => Promise<T>;
}

/** A proxy, and the clock of the service behind it. */
export interface CalledProxy extends Pick<TestEnvironment, 'call'> {
  readonly sandbox: { readonly clock: { nowMs(): number } };
}

/** A proxy with a merchant secret. */
export function startMerchant(t: TestContext, { proxy, ...options }: TestOptions = {}) {
  return startEnvironment(t, {
    ...options,
    proxy: { merchant: { secrets: [MERCHANT_SECRET] }, ...proxy },
  });
}

/** Signs one of the staff in, for any number of calls. */
export function signIn(
  { call }: CalledProxy,
  person = 'Maja Lind',
  scopes: readonly MerchantScope[] = MERCHANT_SCOPES,
): Staff {
  const staffCall = async (method: string, path: string, body?: object) => {
    const session = await createMerchantSession({ person, scopes }, { secret: MERCHANT_SECRET });
    const headers = { authorization: `Bearer ${session}` };
    return call(method, `/merchant${path}`, { ...(body && { body }), headers });
  };
  const successful = async <T>(answer: Promise<Response>): Promise<T> => {
    const response = await answer;
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return json<T>(response);
  };
  return {
    call: staffCall,
    get: (path) => successful(staffCall('GET', path)),
    post: (path, body = {}) => successful(staffCall('POST', path, body)),
  };
}
