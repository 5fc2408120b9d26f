import { Refusal } from '../refusal.ts'

const limitWords = {
  requests: {
    admits: (count: number, burst: number) =>
      `The API key may make ${count} requests a second, and ${burst} at once after a pause`,
    setting: 'rate.requests_per_second of the key',
  },
  writes: {
    admits: (count: number, burst: number) =>
      `The API key may make ${count} calls, sends and sources a second, and ${burst} at once after a pause`,
    setting: 'rate.writes_per_second of the key',
  },
  project: {
    admits: (count: number, burst: number) =>
      `All keys of the project together may make ${count} requests a second, and ${burst} at once after a pause`,
    setting: 'requests_per_second of the project',
  },
}

/** Refusals about API keys. */
export const keyRefusals = {
  keyMissing: () => new Refusal('key_missing', 'An API key is required in the X-API-Key header'),
  keyInvalid: () => new Refusal('key_invalid', 'The API key is not valid: it is unknown or has been revoked'),
  keyConflict: () =>
    new Refusal('key_conflict', 'X-API-Key and Authorization have different keys; send one, in X-API-Key'),
  rateLimited: (
    name: 'requests' | 'writes' | 'project',
    { count, burst }: { count: number; burst: number },
    retryAfter: number,
  ) =>
    new Refusal(
      'rate_limited',
      `${limitWords[name].admits(count, burst)}. Try again in ${retryAfter} s, or raise ${limitWords[name].setting}, in the dashboard or with apply`,
      { 'retry-after': String(retryAfter) },
    ),
  tooManyWrongKeys: (retryAfter: number) =>
    new Refusal(
      'rate_limited',
      `Too many wrong API keys came from this address. Try again in ${retryAfter} s; a key that is right is taken at once`,
      { 'retry-after': String(retryAfter) },
    ),
  wrongTenant: () =>
    new Refusal('wrong_tenant', 'The API key does not belong to the organization and project in the path'),
  scopeMissing: (scope: string) => new Refusal('scope_missing', `The API key lacks the scope ${scope}`),
  keyEnded: () => new Refusal('key_ended', 'The API key is revoked or was replaced already'),
} as const
