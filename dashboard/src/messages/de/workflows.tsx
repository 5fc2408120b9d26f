import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/** Workflows by name and source. */
export const workflows = {
  title: 'Abläufe',
  lead: 'Was Anrufe sagen und fragen, Schritt für Schritt. Ein Anruf behält die Fassung, mit der er gewählt wurde.',
  none: 'Dieses Projekt hat noch keinen Ablauf.',
  noneNext: 'Erstellen Sie einen oder geben Sie einer Kampagne ein Skript: Dann ist keiner nötig.',
  new: 'Neuer Ablauf',
  newTitle: 'Neuer Ablauf',
  newLead: 'Er beginnt mit einem kleinen Beispiel. Es wird nichts gewählt, bevor eine Kampagne ihm folgt.',
  name: 'Name',
  steps: 'Schritte',
  revision: 'Fassung',
  usedBy: 'Kampagnen, die ihm folgen',
  unused: 'keine',
  moreCampaigns: (more: string) => `und ${more} weitere`,
  changedBy: 'Geändert',
  by: (name: ReactNode, at: ReactNode) => (
    <>
      {name}, {at}
    </>
  ),
  idName: 'workflow_id',
  stepsOf: (count: number, revision: string) =>
    `${count} ${plural(count, 'de', { one: 'Schritt', other: 'Schritte' })}, Fassung ${revision}.`,
  source: 'Quelltext',
  sourceHint: 'YAML oder JSON.',
  reference: 'Alle Arten von Schritten',
  checked: 'Der Quelltext ist fehlerfrei.',
  checking: 'Wird geprüft…',
  faults: (count: number) => `${count} Fehler`,
  line: (line: string) => `Zeile ${line}`,
  fields: { name: 'Name', source: 'Quelltext' } as Record<string, string>,
  create: 'Ablauf erstellen',
  saved: (name: ReactNode) => <>{name} ist gespeichert. Anrufe, die ab jetzt gewählt werden, folgen ihm.</>,
  broughtBack: 'Der Stand vor dieser Änderung ist eingetragen. Prüfen Sie ihn und speichern Sie dann.',
  revisions: 'Fassungen',
  revisionOf: (revision: string) => `Fassung ${revision}`,
  fill: 'Wiederherstellen',
  fillLabel: (revision: string) => `Fassung ${revision} wiederherstellen`,
  current: 'diese',
  newCrumb: 'Neu',
  viewerNote: 'Sie dürfen ihn lesen. Änderungen erfordern die Rolle Bearbeiter.',
  example: `start: greet
steps:
  greet:
    kind: say
    text: "Guten Tag {{ customer.name | default: 'und herzlich willkommen' }}."
    next: ask
  ask:
    kind: listen
    text: Möchten Sie mehr erfahren? Sagen Sie Ja oder Nein, oder drücken Sie die 1 für Ja.
    variable: answer
    keys_count: 1
    next: bye
  bye:
    kind: hang_up
    text: Vielen Dank. Auf Wiederhören.
`,
}
