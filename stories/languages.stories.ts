import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import '../src/define/crypto-checkout.js';
import { checkoutIn } from './fixtures.js';
import { ready, ScriptedSession } from './scripted-session.js';

const meta: Meta = { title: 'Languages', component: 'crypto-checkout' };
export default meta;

/** In a page of that language; `languages` are those that the shop offers in the footer. */
function page(lang: string, languages = ''): StoryObj {
  return {
    render: () =>
      html`<div lang=${lang}>
        <crypto-checkout
          languages=${languages}
          .session=${new ScriptedSession(ready(checkoutIn('awaiting')))}
        ></crypto-checkout>
      </div>`,
  };
}

export const English = page('en');
export const Arabic = page('ar');
export const Bengali = page('bn');
export const ChineseSimplified = page('zh-Hans');
export const ChineseTraditional = page('zh-Hant');
export const Czech = page('cs');
export const Dutch = page('nl');
export const French = page('fr');
export const German = page('de');
export const Greek = page('el');
export const Hebrew = page('he');
export const Hindi = page('hi');
export const Hungarian = page('hu');
export const Indonesian = page('id');
export const Italian = page('it');
export const Japanese = page('ja');
export const Kazakh = page('kk');
export const Korean = page('ko');
export const Persian = page('fa');
export const Polish = page('pl');
export const Portuguese = page('pt-BR');
export const Romanian = page('ro');
export const Russian = page('ru');
export const Spanish = page('es');
export const Swedish = page('sv');
export const Thai = page('th');
export const Turkish = page('tr');
export const Ukrainian = page('uk');
export const Uzbek = page('uz');
export const Vietnamese = page('vi');

/** No Catalan messages: English ones, marked as such, with Catalan prices. */
export const WithoutCatalog = page('ca');
export const OfferedByTheShop = page('en', 'en uz ru kk');
