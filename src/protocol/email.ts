/** Matches the email addresses that the proxy accepts: at most 64 characters before the "@", and 190 after it. */
export const EMAIL = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,190}$/;
