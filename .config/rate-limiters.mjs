// The limiters of rate-limiter-flexible that the proxy uses. Its index has those for a dozen more stores, of which one
// computes what it imports: webpack warns every shop about that.
export { default as RateLimiterMemory } from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
export { default as RateLimiterPostgres } from 'rate-limiter-flexible/lib/RateLimiterPostgres.js';
export { default as RateLimiterRes } from 'rate-limiter-flexible/lib/RateLimiterRes.js';
