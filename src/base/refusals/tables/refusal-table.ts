/**
 * Refusals by their code. Callers see it in the header `Error-Code`, and below `/api` as the member `code`. `when` is the
 * sentence of `docs/errors.md`.
 */
export type RefusalTable = Readonly<Record<string, { status: number; when: string }>>
