import type { Route } from './route.js';
import { ROUTES } from './routes.js';

export interface Match extends Pick<Route, 'path' | 'caller'> {
  /** The route for the requested method; `undefined` if the path does not have it. */
  readonly route: Route | undefined;
  readonly methods: readonly string[];
  /** The variable part of the path; empty if it has none. */
  readonly parameter: string;
}

const ENTRIES = ROUTES.map(({ path, caller }) => {
  const routes = ROUTES.filter((route) => route.path === path);
  const methods = routes.flatMap(({ method, hasHead }) => (hasHead ? [method, 'HEAD'] : [method]));
  const pattern = path.replace(/:\w+/g, '([^/]+)').replaceAll('.', '\\.');
  return { path, caller, routes, methods, pattern: new RegExp(`^${pattern}$`) };
});

/** @param path without the base path. @returns `null` if no route has the path */
export function matchRoute(path: string, method: string): Match | null {
  for (const { pattern, routes, methods, caller, path: label } of ENTRIES) {
    const match = pattern.exec(path);
    if (!match) continue;
    const route = routes.find((one) => one.method === method || (one.hasHead && method === 'HEAD'));
    return { path: label, caller, methods, route, parameter: match[1] ?? '' };
  }
  return null;
}
