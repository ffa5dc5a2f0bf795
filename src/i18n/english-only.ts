import { en } from './en.js';
import type * as Full from './index.js';

/** Replaces index.ts in the single-file build, which can load nothing later: English only. */
type Used = Omit<typeof Full, 'addChanges'>;

export const LANGUAGES: Used['LANGUAGES'] = [['en', 'English']];
export const languageOf: Used['languageOf'] = () => 'en';
export const messagesFor: Used['messagesFor'] = () => ({ m: en, state: 'ready' });
export const directionOf: Used['directionOf'] = () => 'ltr';
export const onMessagesChange: Used['onMessagesChange'] = () => () => {};
export const retryFailedLoads: Used['retryFailedLoads'] = () => {};
export const addEnglishMessages: Used['addEnglishMessages'] = () => {};
