/**
 * Refusals by their code. Callers see it in the header `Error-Code`, and below `/api` as the member `code`. `when` is
 * the sentence of `docs/errors.md`. `isRetryable`: the refused request has done nothing, and the same one may succeed
 * after a pause (Rule 69).
 */
export type RefusalTable = Readonly<Record<string, { status: number; when: string; isRetryable?: true }>>
