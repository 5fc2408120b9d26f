/**
 * Refusals by their code, which is for logs and documentation: callers see the status and the message. `when` is the
 * sentence of `docs/errors.md`.
 */
export type RefusalTable = Readonly<Record<string, { status: number; when: string }>>
