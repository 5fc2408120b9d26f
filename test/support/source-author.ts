import type { SourceAuthor } from '../../src/sources/source.ts'

/** The command line, which adds sources for tests. */
export const operator: SourceAuthor = {
  creator: { kind: 'operator' },
  actor: { kind: 'cli', id: null, name: 'root@test', via: 'command', requestId: null },
}
