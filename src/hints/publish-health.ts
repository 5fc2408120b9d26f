import type { ConfigHints } from './publish-config.ts'

/** Publishes to everybody who watches that the processes of the installation, or what waits for them, have changed. */
export function publishHealth({ hints }: ConfigHints): void {
  hints.publish({ topic: 'health', organization_id: null, project_id: null, ids: null })
}
