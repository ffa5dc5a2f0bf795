import type {} from 'crypto-checkout/svelte';
