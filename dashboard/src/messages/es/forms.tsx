import { plural } from '../plural.ts'

export const forms = {
  bar: 'Lo que no se ha guardado',
  changes: (count: number) =>
    `${count} ${plural(count, 'es', { one: 'cambio', other: 'cambios' })} sin guardar`,
  faults: (count: number) =>
    `${count} ${plural(count, 'es', { one: 'error', other: 'errores' })} por corregir`,
  saveAfter: (count: number) =>
    `Guardar, tras corregir ${count} ${plural(count, 'es', { one: 'error', other: 'errores' })}`,
  checking: 'Comprobando…',
  saving: 'Guardando…',
  leaveBody: (count: number) =>
    `${count} ${plural(count, 'es', { one: 'cambio no se ha guardado y se perdería', other: 'cambios no se han guardado y se perderían' })}.`,
  newer: (by: string | null) =>
    `${by ?? 'Otra persona'} ha guardado otra versión entretanto. Al guardar se conserva lo que cambió solo uno de ustedes.`,
  conflictTitle: 'Otra persona ha cambiado esto mientras tanto',
  conflictBody: (by: string | null) =>
    `Se conserva lo que solo cambió uno de los dos. ${by ?? 'Otra persona'} y usted cambiaron esto de forma distinta: elija lo que vale.`,
  conflictNone: 'Cambiaron cosas distintas, así que se conservan ambas. Revíselas y guarde de nuevo.',
  theirs: (by: string | null) => by ?? 'De la otra persona',
  yours: 'Suyo',
  field: 'Campo',
  conflictTake: 'Continuar con esto',
}
