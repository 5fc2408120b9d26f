import { Refusal } from '../refusal.ts'

/** Refusals about API keys. */
export const keyRefusals = {
  keyMissing: () => new Refusal('key_missing', 'An API key is required in the X-API-Key header'),
  keyInvalid: () => new Refusal('key_invalid', 'The API key is not valid: it is unknown or has been revoked'),
  keyConflict: () =>
    new Refusal('key_conflict', 'X-API-Key and Authorization have different keys; send one, in X-API-Key'),
  wrongTenant: () =>
    new Refusal('wrong_tenant', 'The API key does not belong to the organization and project in the path'),
  scopeMissing: (scope: string) => new Refusal('scope_missing', `The API key lacks the scope ${scope}`),
  keyEnded: () => new Refusal('key_ended', 'The API key is revoked or was replaced already'),
} as const
