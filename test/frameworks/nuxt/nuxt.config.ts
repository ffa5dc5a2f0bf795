export default defineNuxtConfig({
  compatibilityDate: '2026-05-01',
  app: { head: { htmlAttrs: { lang: 'en' }, link: [{ rel: 'icon', href: 'data:,' }] } },
});
