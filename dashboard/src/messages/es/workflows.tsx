import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/** Workflows by name and source. */
export const workflows = {
  title: 'Flujos',
  lead: 'Qué dicen y preguntan las llamadas, paso a paso. Una llamada conserva la revisión con la que se marcó.',
  none: 'Este proyecto aún no tiene ningún flujo.',
  noneNext: 'Cree uno, o dé un guion a una campaña: así no hace falta ninguno.',
  new: 'Nuevo flujo',
  newTitle: 'Nuevo flujo',
  newLead: 'Empieza con un ejemplo breve. No se marca nada hasta que una campaña lo siga.',
  name: 'Nombre',
  steps: 'Pasos',
  revision: 'Revisión',
  usedBy: 'Campañas que lo siguen',
  unused: 'ninguna',
  moreCampaigns: (more: string) => `y ${more} más`,
  changedBy: 'Último cambio',
  by: (name: ReactNode, at: ReactNode) => (
    <>
      {name}, {at}
    </>
  ),
  idName: 'workflow_id',
  stepsOf: (count: number, revision: string) =>
    `${count} ${plural(count, 'es', { one: 'paso', other: 'pasos' })}, revisión ${revision}.`,
  source: 'Código',
  sourceHint: 'YAML o JSON.',
  reference: 'Todos los tipos de pasos',
  checked: 'El código es correcto.',
  checking: 'Comprobando…',
  faults: (count: number) => `${count} ${plural(count, 'es', { one: 'error', other: 'errores' })}`,
  line: (line: string) => `Línea ${line}`,
  fields: { name: 'Nombre', source: 'Código' } as Record<string, string>,
  create: 'Crear flujo',
  saved: (name: ReactNode) => <>Se guardó {name}. Las llamadas que se marquen a partir de ahora lo siguen.</>,
  broughtBack: 'Se ha rellenado lo que había antes de ese cambio. Revíselo y guarde.',
  revisions: 'Revisiones',
  revisionOf: (revision: string) => `Revisión ${revision}`,
  fill: 'Recuperar',
  fillLabel: (revision: string) => `Recuperar la revisión ${revision}`,
  current: 'esta',
  newCrumb: 'Nuevo',
  viewerNote: 'Puede leerlo. Para cambiarlo se necesita el rol de editor.',
  example: `start: saludo
steps:
  saludo:
    kind: say
    text: "Hola{% if customer.name %}, {{ customer.name }}{% endif %}."
    next: pregunta
  pregunta:
    kind: listen
    text: ¿Le gustaría saber más? Diga sí o no, o marque 1 para sí.
    variable: answer
    keys_count: 1
    next: despedida
  despedida:
    kind: hang_up
    text: Gracias. Hasta luego.
`,
}
