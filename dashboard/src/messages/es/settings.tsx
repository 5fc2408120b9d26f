import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/** Settings of an organization, and the list of organizations. */
export const settings = {
  title: (name: string) => `Configuración de ${name}`,
  lead: 'El plan, los proyectos y todo lo que está configurado, en un solo archivo.',
  rename: 'Cambiar nombre…',
  name: 'Nombre',
  plan: 'Plan',
  changePlan: 'Nombre y plan…',
  planBy: 'Un operador de la instalación cambia el plan.',
  planActive: 'activo: se pueden enviar mensajes de WhatsApp',
  planInactive: 'no activo: se rechazan los mensajes de WhatsApp; las llamadas siguen',
  planStatus: 'Estado',
  sends: 'Mensajes de WhatsApp',
  links: 'Páginas de la base de conocimiento',
  used: (used: string, of: string) => `${used} de ${of}`,
  left: (left: string) => `quedan ${left}`,
  allUsed: 'agotado: lo que exceda se rechaza',
  nearly: 'casi agotado',
  projects: 'Proyectos',
  newProject: 'Nuevo proyecto…',
  newProjectTitle: 'Nuevo proyecto',
  noProject: 'Esta organización aún no tiene ningún proyecto.',
  noProjectNext: 'Las campañas, los proveedores de voz y las claves están en un proyecto: cree el primero.',
  project: 'Proyecto',
  language: 'Idioma',
  languageHint: 'De lo que se dice y se escribe, como es o es-MX.',
  zone: 'Zona horaria',
  zoneHint: 'Con ella se cuentan los días en las pantallas.',
  country: 'País',
  countryHint: 'Los números sin código de país son de este país, como US. Vacío: todo número necesita uno.',
  noCountry: 'ninguno',
  words: 'Palabras de ticket',
  wordsHint: 'Un mensaje de WhatsApp con una de ellas abre un ticket. Una por línea.',
  rate: 'Solicitudes por segundo',
  rateHint: 'Todas las claves del proyecto juntas. Vacío: sin límite.',
  retention: 'Se elimina pasado un tiempo',
  retentionHint:
    'Vacío: se guarda mientras exista el proyecto; eventos 30 días, cambios 400. Lo eliminado no se puede recuperar.',
  days: 'días',
  retentionOf: {
    transcripts: 'Eliminar transcripciones tras',
    messages: 'Eliminar textos de mensajes tras',
    events: 'Eliminar eventos tras',
    audit: 'Eliminar la lista de cambios tras',
  },
  noWords: 'ninguna',
  status: 'Estado',
  statuses: { active: 'activo', archived: 'archivado' } as Record<string, string>,
  edit: 'Cambiar…',
  editLabel: (name: string) => `Cambiar ${name}`,
  editTitle: (name: string) => `Cambiar ${name}`,
  make: 'Crear',
  made: (name: ReactNode) => <>Se creó {name}.</>,
  saved: (name: ReactNode) => <>Se guardó {name}.</>,
  changed: 'Último cambio',
  by: (name: ReactNode, at: ReactNode) => (
    <>
      {name}, {at}
    </>
  ),
  declaration: 'Declaración',
  declarationLead:
    'Todo lo que está configurado aquí en un archivo YAML, sin secretos. “switchboard apply” acepta el mismo archivo.',
  show: 'Mostrar',
  hide: 'Ocultar',
  download: 'Descargar',
  file: (name: string) => `${name}, como YAML`,
  compare: 'Aplicar un archivo',
  compareLead:
    'Pegue una declaración o elija un archivo. Primero verá qué cambiaría y de quién son los valores que sobrescribiría. Lo que no nombra se conserva.',
  pasted: 'Declaración en YAML o JSON',
  choose: 'Elegir un archivo…',
  difference: 'Mostrar las diferencias',
  differenceFirst: 'Pegue primero una declaración.',
  noDifference: 'Sin diferencias: todo está ya configurado así.',
  differences: (count: number) =>
    `${count} ${plural(count, 'es', { one: 'registro cambiaría', other: 'registros cambiarían' })}.`,
  wouldBe: { created: 'se crearía', updated: 'cambiaría' } as Record<string, string>,
  overwrites: (name: ReactNode, at: ReactNode) => (
    <>
      sobrescribe lo que {name} fijó el {at}
    </>
  ),
  warning: 'Probablemente un error:',
  whatApplied: 'Esto se aplicó:',
  was: { created: 'se creó', updated: 'cambió' } as Record<string, string>,
  overwrote: (name: ReactNode, at: ReactNode) => (
    <>
      sobrescribió lo que {name} fijó el {at}
    </>
  ),
  differsNow: 'Alguien ha cambiado algo entretanto. Esta es la diferencia ahora: revísela y aplique después.',
  apply: 'Aplicar',
  applyFirst: 'Muestre primero las diferencias.',
  applied: (count: number) =>
    `${count} ${plural(count, 'es', { one: 'registro creado o modificado', other: 'registros creados o modificados' })}.`,
  newKeys: 'Claves y secretos nuevos',
  newKeysBody: 'Sus valores se muestran solo esta vez. Entréguelos ahora.',
  keyOf: (name: string, project: string) => `clave ${name} de ${project}`,
  secretOf: (name: string, project: string) => `secreto del punto ${name} de ${project}`,
  handedOver: 'Están entregados',
  leaveApplying:
    'La declaración se está aplicando. Sus claves y secretos nuevos no se mostrarían en ninguna parte.',
  leaveNewKeys: 'Las claves y los secretos nuevos se muestran solo esta vez y se perderían.',
  leavePasted: 'La declaración no se ha aplicado.',
  demo: 'Demo',
  demoBody:
    'Esta es la demo: hace una llamada de vez en cuando mientras alguien tiene el panel abierto. No se llama realmente a nadie.',
  organizations: 'Organizaciones',
  organizationsLead: 'Todas las organizaciones de esta instalación, con sus planes.',
  yourOrganizationsLead: 'Todas las organizaciones en las que tiene un rol, con sus planes.',
  newOrganization: 'Nueva organización…',
  newOrganizationTitle: 'Nueva organización',
  newOrganizationBody: 'Empieza sin proyectos y sin personas. Usted puede hacer todo en ella.',
  organization: 'Organización',
  projectsOf: (count: string, number: number) =>
    `${count} ${plural(number, 'es', { one: 'proyecto', other: 'proyectos' })}`,
  editOrganization: (name: string) => `Nombre y plan de ${name}`,
  noOrganization: 'Aún no hay ninguna organización.',
  noOrganizationNext: 'Cree la primera y después sus proyectos.',
  unit: { sends: 'mensajes', links: 'páginas' },
}
