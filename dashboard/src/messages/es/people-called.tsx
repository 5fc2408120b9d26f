import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/** The people who are called and written to. */
export const peopleCalled = {
  title: 'Contactos',
  lead: (total: ReactNode, count: number, isFiltered: boolean) => (
    <>
      {total} {plural(count, 'es', { one: 'persona', other: 'personas' })}
      {isFiltered ? ' con esta búsqueda' : ' en total'}, del contacto más reciente al más antiguo.
    </>
  ),
  searchHint: 'Nombre, número, usuario o ID',
  channel: 'Canal',
  from: 'Último contacto desde',
  to: 'Último contacto hasta',
  heads: {
    who: 'Quién',
    calls: 'Llamadas',
    chats: 'Chats',
    last: 'Último contacto',
    displayId: 'Id. visible',
    limits: 'Qué no es posible',
  },
  hiddenNumber: 'número oculto',
  noNumber: 'sin número',
  never: 'nunca',
  none: 'Aún no se ha llamado ni escrito a nadie.',
  noneNext: 'Toda persona que recibe una llamada o escribe aparece aquí desde entonces.',
  toCampaigns: 'Ir a las campañas',
  displayId: 'display_id',
  actions: {
    call: 'llamadas',
    authentication_template: 'plantillas de autenticación',
    message: 'mensajes',
  } as Record<string, string>,
  no: (actions: string) => `sin ${actions}`,
  limits: {
    call: {
      number_hidden: 'No se le puede llamar: WhatsApp oculta el número.',
      no_number: 'No se le puede llamar: no se conoce ningún número.',
      do_not_call: 'No se le puede llamar: todos sus números están en la lista de no llamar.',
    },
    authentication_template: {
      number_hidden: 'No recibe plantillas de autenticación: WhatsApp solo las envía a números visibles.',
      no_number: 'No recibe plantillas de autenticación: necesitan un número.',
    },
    message: {
      no_address: 'No se le puede escribir: no se conoce ni un número ni un ID de WhatsApp.',
    },
  } as Record<string, Record<string, string>>,
  limitsNext: 'Esto termina cuando la persona comparte su número en un mensaje.',
  canWrite: 'Todo lo demás se puede enviar: los mensajes van al ID.',

  person: 'Persona',
  contacts: (calls: ReactNode, callCount: number, chats: ReactNode, chatCount: number) => (
    <>
      {calls} {plural(callCount, 'es', { one: 'llamada', other: 'llamadas' })} y {chats}{' '}
      {plural(chatCount, 'es', { one: 'chat', other: 'chats' })}.
    </>
  ),
  lastContact: (at: ReactNode) => <>Último contacto: {at}.</>,
  openTickets: (count: ReactNode, number: number) => (
    <>
      {count} {plural(number, 'es', { one: 'ticket abierto', other: 'tickets abiertos' })}.
    </>
  ),
  isOptedOut: (since: ReactNode) => <>No recibe mensajes de WhatsApp desde el {since}.</>,
  about: 'Quién es',
  facts: {
    name: 'Nombre',
    displayId: 'ID visible',
    number: 'Número',
    username: 'Usuario',
    whatsapp: 'ID de WhatsApp',
    email: 'Correo electrónico',
    web: 'Web',
    telegram: 'Telegram',
    firstSeen: 'Primer contacto',
  },
  unknownName: 'no se conoce',
  properties: 'Propiedades',
  noProperties: 'No se conoce ninguna propiedad.',
  optOuts: 'Bajas',
  noOptOut: 'Recibe mensajes: no se ha dado de baja.',
  scopes: { all: 'Todos los mensajes', marketing: 'Mensajes de marketing' } as Record<string, string>,
  sources: {
    message: 'la persona escribió STOP',
    provider: 'la persona los desactivó en WhatsApp',
    operator: 'lo hizo alguien aquí',
  } as Record<string, string>,
  optOutSince: (source: string, at: ReactNode) => (
    <>
      {source}, desde el {at}
    </>
  ),
  optOutWhy: (why: ReactNode) => <>motivo: {why}</>,

  call: 'Llamar…',
  callTitle: (who: string) => `Llamar a ${who}`,
  campaign: 'Con la campaña',
  callNext: 'Continuar',
  noCampaign: 'Ninguna campaña está lista para llamar.',
  noCampaignNext: 'Una campaña necesita un número de origen y algo que decir.',
  send: 'Enviar un mensaje',
  optOut: 'Dar de baja…',
  optIn: 'Anular la baja…',

  timeline: 'Qué ocurrió',
  shows: 'Qué se muestra',
  kinds: {
    all: 'Todo',
    calls: 'Llamadas y chats',
    messages: 'Mensajes',
    tickets: 'Tickets',
    opt_outs: 'Bajas',
    merges: 'Uniones',
  } as Record<string, string>,
  nothing: 'Aún no ha ocurrido nada.',
  older: 'Anteriores',
  newest: 'Ir a lo más reciente',
  pages: 'Páginas de la cronología',
  entries: {
    call: (campaign: ReactNode | null) => (campaign === null ? 'Llamada' : <>Llamada de {campaign}</>),
    inboundCall: 'Llamada de la persona',
    chat: (channel: string) => `Empezó un chat en ${channel}`,
    wrote: 'Escribió',
    wasSent: 'Se le envió',
    sentKind: (kind: ReactNode) => <>Se le envió: {kind}</>,
    wroteKind: (kind: ReactNode) => <>Envió: {kind}</>,
    ticketOpened: 'Ticket abierto',
    ticketClosed: 'Ticket cerrado',
    optedOut: (scope: string) => `Baja: ${scope}`,
    optedIn: 'Baja anulada',
    merged: 'Otro perfil se unió a este',
  },
  by: (name: ReactNode) => <>por {name}</>,
  lasted: (duration: ReactNode) => <>duró {duration}</>,
  code: (code: ReactNode) => <>código {code}</>,
  mergesTitle: 'Perfiles unidos',
  mergeOf: (who: ReactNode, when: ReactNode) => (
    <>
      {who}, unido {when}
    </>
  ),
  mergeWhy: (contacts: ReactNode) => <>Motivo: {contacts} nombró a los dos.</>,
  mergeByImport: 'Motivo: una importación nombró a los dos como una persona.',
  mergeUnknown: 'Los unió una versión anterior, que no guardó el motivo. No se pueden separar.',
  moreMerges: (count: ReactNode) => <>Se muestran los {count} últimos.</>,
  checkFirst: 'Espere a que se muestre qué ocurrirá.',
  separateOpen: 'Separar…',
  separate: 'Separar',
  separateTitle: (who: string) => `¿Separar ${who}?`,
  separateLead:
    'El otro perfil vuelve con todo lo que llegó por sus propios números y direcciones. Los dos nunca se vuelven a unir por sí solos.',
  separateContact: (contact: string) => `${contact} es de`,
  asBefore: 'quien lo tenía antes',
  toSurvivor: 'el perfil de esta página',
  toMerged: 'el perfil que vuelve',
  separateMoves: (conversations: ReactNode, messages: ReactNode, tickets: ReactNode, contacts: ReactNode) => (
    <>
      Pasan: {conversations} llamadas y chats, {messages} mensajes, {tickets} tickets, {contacts} datos de
      contacto.
    </>
  ),
  separateProperties: (names: ReactNode) => <>Pasan estas propiedades: {names}.</>,
  separated: 'Vuelven a ser dos perfiles.',
  eraseOpen: 'Borrar…',
  erase: 'Borrar',
  eraseTitle: (who: string) => `¿Borrar a ${who}?`,
  eraseLead:
    'El nombre, los números, los mensajes, las transcripciones y todo lo que se sabe de esta persona se elimina para siempre. Lo que pasó sigue en los recuentos. Los deseos de no recibir llamadas o mensajes se conservan sin el número.',
  eraseCounts: (
    conversations: ReactNode,
    messages: ReactNode,
    lines: ReactNode,
    tickets: ReactNode,
    contacts: ReactNode,
  ) => (
    <>
      Se elimina o se hace irreconocible: {conversations} llamadas y chats, {messages} mensajes, {lines}{' '}
      líneas de transcripciones, {tickets} tickets, {contacts} datos de contacto.
    </>
  ),
  erased: 'La persona se está borrando.',
  exportAll: 'Todo lo que se sabe, en JSON',
  callStates: {
    initiated: 'marcando',
    dialling: 'marcando',
    ringing: 'sonando',
    live: 'en conversación',
    completed: 'completada',
    no_answer: 'sin contestar',
    busy: 'ocupado',
    failed: 'fallida',
    canceled: 'cancelada',
    waiting: 'en espera de marcado',
    expired: 'expirada: la campaña terminó antes',
    voicemail: 'buzón de voz',
    unresolved: 'sin confirmar',
    never_placed: 'no realizada',
  } as Record<string, string>,
  messageStates: {
    processing: 'enviándose',
    unresolved: 'sin confirmar',
    sent: 'enviado',
    delivered: 'entregado',
    read: 'leído',
    failed: 'fallido',
  } as Record<string, string>,
  openers: {
    workflow: 'por un flujo',
    keyword: 'por una palabra en un mensaje',
    agent: 'por un agente',
    operator: 'por una persona',
  } as Record<string, string>,
}
