import type { TonManifest, WalletSupport } from '../../protocol/index.js';

/** Below the base path. Only wallets load it, never pages. */
export const TON_MANIFEST_PATH = '/tonconnect-manifest.json';

/** The options on which wallets in the browser depend. */
interface WalletSettings {
  /** Without a trailing slash. */
  readonly publicUrl?: string | undefined;
  readonly solanaRpc?: object | undefined;
  readonly shop: { readonly name?: string | undefined; readonly logo?: string | undefined };
}

/** Returns the wallets on Solana and TON that these options enable; `undefined`: none. */
export function walletSupport({ publicUrl, solanaRpc }: WalletSettings): WalletSupport | undefined {
  const solana = solanaRpc !== undefined;
  // The wallet loads the manifest over the internet, so it cannot reach a proxy on a developer's machine.
  if (publicUrl === undefined || !publicUrl.startsWith('https:')) return solana ? { solana } : undefined;
  return { solana, tonManifest: publicUrl + TON_MANIFEST_PATH };
}

/** Returns the manifest of the shop; `null` without a public URL. It never uses the `Host` header, which anyone can set. */
export function tonManifest({
  publicUrl,
  shop,
}: Pick<WalletSettings, 'publicUrl' | 'shop'>): TonManifest | null {
  if (publicUrl === undefined) return null;
  const { origin, host } = new URL(publicUrl);
  return { url: origin, name: shop.name ?? host, iconUrl: iconOf(shop.logo) ?? `${origin}/favicon.ico` };
}

/** Wallets show no SVG (TON Connect, "App manifest"). */
function iconOf(logo: string | undefined): string | null {
  return logo === undefined || /\.svgz?$/i.test(new URL(logo).pathname) ? null : logo;
}
