import { plural } from '../plural.ts'

export const forms = {
  bar: 'Was nicht gespeichert ist',
  changes: (count: number) =>
    `${count} ${plural(count, 'de', { one: 'Änderung', other: 'Änderungen' })} nicht gespeichert`,
  faults: (count: number) => `${count} Fehler zu beheben`,
  saveAfter: (count: number) =>
    `Speichern, nach ${count} ${plural(count, 'de', { one: 'Fehler', other: 'Fehlern' })}`,
  checking: 'Wird geprüft…',
  saving: 'Wird gespeichert…',
  leaveBody: (count: number) =>
    `${count} ${plural(count, 'de', { one: 'Änderung ist nicht gespeichert und ginge', other: 'Änderungen sind nicht gespeichert und gingen' })} verloren.`,
  newer: (by: string | null) =>
    `${by ?? 'Jemand anderes'} hat inzwischen eine andere Fassung gespeichert. Beim Speichern bleibt, was nur einer von Ihnen geändert hat.`,
  conflictTitle: 'Jemand anderes hat dies inzwischen geändert',
  conflictBody: (by: string | null) =>
    `Was nur eine Seite geändert hat, bleibt erhalten. ${by ?? 'Jemand anderes'} und Sie haben Folgendes verschieden geändert: Wählen Sie, was gilt.`,
  conflictNone:
    'Sie haben Verschiedenes geändert, daher bleibt beides erhalten. Sehen Sie es an und speichern Sie erneut.',
  theirs: (by: string | null) => by ?? 'Andere Fassung',
  yours: 'Ihre Fassung',
  field: 'Feld',
  conflictTake: 'Damit fortfahren',
}
