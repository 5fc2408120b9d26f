import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/** Who changed what, from what to what. */
export const changes = {
  title: 'Cambios',
  lead: 'Quién cambió qué en esta organización, del más reciente al más antiguo: desde el panel, la API, comandos y sincronizaciones.',
  none: 'Aún no se ha cambiado nada.',
  noneNext: 'A partir de ahora, cada cambio queda registrado aquí.',
  person: 'Quién',
  record: 'Qué',
  field: 'Campo',
  fieldHint: 'Como slots',
  personHint: 'Nombre o ID',
  from: 'Desde',
  to: 'Hasta',
  kinds: {
    organization: 'Organización',
    project: 'Proyecto',
    voice_carrier: 'Proveedor de voz',
    caller_id: 'Número de origen',
    workflow: 'Flujo',
    agent: 'Agente',
    model_account: 'Cuenta de modelo',
    webhook_endpoint: 'Punto de webhooks',
    campaign: 'Campaña',
    call_batch: 'Archivo de llamadas',
    do_not_call: 'Número de la lista de no llamar',
    whatsapp_sender: 'Remitente',
    whatsapp_template: 'Plantilla',
    broadcast: 'Difusión',
    whatsapp_message: 'Mensaje',
    opt_out: 'Baja',
    customer_profile: 'Contacto',
    ticket: 'Ticket',
    source: 'Fuente',
    api_key: 'Clave de API',
    person: 'Persona',
    demo_calls: 'Demo',
  } as Record<string, string>,
  /** Nouns, since a participle would have to agree with what was changed. */
  actions: {
    created: 'creación',
    updated: 'modificación',
    removed: 'eliminación',
    opened: 'apertura',
    closed: 'cierre',
    ended: 'finalización',
    settled: 'resolución',
    separated: 'separación',
    erased: 'supresión',
    replaced: 'sustitución',
    revoked: 'revocación',
    invited: 'invitación',
    'invitation link made': 'enlace de invitación creado',
    'password link made': 'enlace de contraseña creado',
    'second factor turned off': 'segundo factor desactivado',
    'made an operator': 'nombramiento como operador de la instalación',
    'read again': 'nueva lectura',
    'crawl requested': 'nuevo rastreo',
    'crawl canceled': 'rastreo cancelado',
    'sessions ended': 'cierre de todas las sesiones',
    'calls canceled': 'llamadas en espera canceladas',
  } as Record<string, string>,
  vias: {
    dashboard: 'en el panel',
    api: 'por la API',
    apply: 'con apply',
    command: 'con un comando',
    sync: 'por una sincronización',
  } as Record<string, string>,
  what: (kind: ReactNode, name: ReactNode, action: ReactNode) => (
    <>
      {kind} <b>{name}</b>: {action}
    </>
  ),
  who: (name: ReactNode, via: string, at: ReactNode) => (
    <>
      {name} {via}, {at}
    </>
  ),
  path: 'Campo',
  before: 'Antes',
  after: 'Después',
  unset: 'sin valor',
  secret: 'secreto, cambiado',
  show: (count: number) =>
    `${count} ${plural(count, 'es', { one: 'campo', other: 'campos' })}: antes y después`,
  hide: 'Ocultar',
  bringBack: 'Recuperar',
  bringBackLabel: (name: string, revision: string) =>
    `Recuperar ${name} como estaba antes de la revisión ${revision}`,
  requestId: 'ID de solicitud',
  historyNone: 'No se ha cambiado nada desde que se creó, o se creó antes de que se registraran los cambios.',
  historyNoneNext: 'El próximo cambio aparecerá aquí, con lo que había antes.',
  by: 'Cambiado por',
}
