/// <reference types="vite/client" />

declare module 'virtual:elements-manifest' {
  const manifest: import('./manifest-types.js').ElementsManifest;
  export default manifest;
}
