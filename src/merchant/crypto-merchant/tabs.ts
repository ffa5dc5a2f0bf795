import type { MerchantScope } from '../../protocol/index.js';

/** The tabs in their order. A session needs at least one of the scopes. */
const TABS = {
  attention: ['payments:read'],
  payments: ['payments:read'],
  balances: ['balances:read'],
  statistics: ['statistics:read'],
  payouts: ['payouts:propose', 'payouts:approve'],
} as const satisfies Readonly<Record<string, readonly MerchantScope[]>>;

export type Tab = keyof typeof TABS;

const isTab = (name: string): name is Tab => Object.hasOwn(TABS, name);
const ALL = Object.keys(TABS).filter(isTab);

/** Returns the tabs for a session with these scopes. */
export function tabsFor(scopes: readonly MerchantScope[]): readonly Tab[] {
  return ALL.filter((tab) => TABS[tab].some((scope) => scopes.includes(scope)));
}

interface TabBar {
  readonly tabs: readonly Tab[];
  readonly chosen: Tab;
  readonly isRightToLeft: boolean;
}

/**
 * Returns the tab that a key selects. Arrow keys follow the reading direction (ARIA Authoring Practices, "Tabs").
 *
 * @returns `undefined` for any other key
 */
export function tabAfter(key: string, { tabs, chosen, isRightToLeft }: TabBar): Tab | undefined {
  const [forward, backward] = isRightToLeft ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  const index = tabs.indexOf(chosen);
  if (key === forward) return tabs[(index + 1) % tabs.length];
  if (key === backward) return tabs.at(index - 1);
  if (key === 'Home') return tabs[0];
  return key === 'End' ? tabs.at(-1) : undefined;
}
