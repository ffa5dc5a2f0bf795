import { en } from './en.js';
import type * as Full from './index.js';

/** Replaces index.ts in the single-file build, which can load nothing later: English only. */
export const LANGUAGES: (typeof Full)['LANGUAGES'] = [['en', 'English']];
export const languageOf: (typeof Full)['languageOf'] = () => 'en';
export const messagesFor: (typeof Full)['messagesFor'] = () => ({ m: en, state: 'ready' });
export const directionOf: (typeof Full)['directionOf'] = () => 'ltr';
export const onMessagesChange: (typeof Full)['onMessagesChange'] = () => () => {};
export const loadMessages: (typeof Full)['loadMessages'] = async () => {};
export const retryFailedLoads: (typeof Full)['retryFailedLoads'] = () => {};
export const addEnglishMessages: (typeof Full)['addEnglishMessages'] = () => {};
export const addSubject: (typeof Full)['addSubject'] = () => {};

/** Replaces the catalogs of every entry. */
export const catalogs = {};
