import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/**
 * What is to be done after a failure: by WhatsApp's code where the code has advice of its own, else by what it is
 * about.
 */
const adviceByCode: Record<string, string> = {
  '131000': 'Hubo un fallo en WhatsApp. Envíe de nuevo.',
  '130472':
    'Depende de WhatsApp: retiene los mensajes de marketing para esta persona. Use una plantilla de utilidad.',
  '131026': 'Depende de usted: pida otro número al cliente o llámele.',
  '131030': 'Depende de usted: agregue el número a la lista del número de prueba en Meta y envíe de nuevo.',
  '131042': 'Depende de usted: corrija el medio de pago en Meta y envíe de nuevo.',
  '131047': 'Depende de usted: envíe una plantilla o espere a que la persona escriba.',
  '131048':
    'Depende de WhatsApp: hay personas que denunciaron mensajes del remitente. Espere unas horas y escriba a menos personas.',
  '131049': 'Depende de WhatsApp: espere 24 horas desde el fallo o use una plantilla de utilidad.',
  '131050': 'La persona no quiere mensajes de marketing. No le envíe ninguno.',
  '131053': 'Depende de usted: compruebe que la dirección del archivo sea pública y envíe de nuevo.',
  '131056': 'Espere un minuto y envíe de nuevo.',
  '131062': 'La plantilla necesita un número y esta persona ha ocultado el suyo. Use otra plantilla.',
  '132001': 'Depende de usted: sincronice las plantillas y elija una aprobada.',
  '132015': 'Depende de WhatsApp: ha pausado la plantilla. Envíe de nuevo cuando vuelva a estar aprobada.',
  '132016': 'Depende de usted: la plantilla está desactivada definitivamente. Cree otra en Meta.',
}

const adviceByAbout: Record<string, string> = {
  recipient: 'Depende de usted: use otro número u otro canal.',
  message: 'Depende de usted: corrija el contenido del mensaje y envíe de nuevo.',
  template: 'Depende de usted: compare la plantilla con la de Meta y envíe de nuevo.',
  sender: 'Depende de usted: cuando un administrador corrija el remitente, se podrá enviar de nuevo.',
  window: 'Depende de usted: envíe una plantilla o espere a que la persona escriba.',
  opt_out: 'La persona no quiere mensajes de este tipo. No le envíe ninguno.',
  quota: 'Depende de WhatsApp: espere y envíe de nuevo.',
}

const reasonsShort: Record<string, string> = {
  '130472': 'Marketing retenido',
  '131000': 'Fallo de WhatsApp',
  '131026': 'No se puede entregar',
  '131042': 'Cuenta impaga',
  '131047': 'Ventana cerrada',
  '131048': 'Remitente restringido',
  '131049': 'Límite de WhatsApp por persona',
  '131050': 'No quiere marketing',
  '131053': 'Archivo no disponible',
  '132000': 'Los valores no encajan',
  '132001': 'La plantilla no existe',
  '132015': 'Plantilla pausada',
  '132016': 'Plantilla desactivada',
}

/** Broadcasts, their messages, and the sends of the plan. */
export const broadcasts = {
  title: 'Difusiones',
  lead: 'Con qué se envían los mensajes: un remitente y, para enviar fuera de las 24 horas, una plantilla.',
  tabs: 'Difusiones y envíos',
  tabList: 'Difusiones',
  tabSends: 'Envíos del plan',
  new: 'Nueva difusión…',
  edit: 'Editar…',
  editLabel: (name: string) => `Editar ${name}`,
  send: 'Enviar uno…',
  sendLabel: (name: string) => `Enviar un mensaje de ${name}`,
  table: 'Difusiones',
  empty: 'Aún no hay difusiones.',
  emptyNext: 'Una difusión indica el remitente y la plantilla; después se puede enviar un mensaje con ella.',
  heads: { name: 'Difusión', sender: 'Remitente', template: 'Plantilla', messages: 'Mensajes' },
  freeForm: 'solo mensajes libres',
  noMessages: 'ninguno aún',
  senderStates: { connected: 'conectado', disconnected: 'desconectado' } as Record<string, string>,
  templateStates: {
    approved: 'aprobada',
    pending: 'en revisión en Meta',
    rejected: 'rechazada por Meta',
    paused: 'pausada por Meta',
    disabled: 'desactivada por Meta',
  } as Record<string, string>,
  statuses: {
    processing: 'Enviándose',
    unresolved: 'Sin confirmar',
    sent: 'Enviado',
    delivered: 'Entregado',
    read: 'Leído',
    failed: 'Fallido',
  } as Record<string, string>,
  states: {
    processing: 'enviándose',
    unresolved: 'sin confirmar',
    sent: 'enviado',
    delivered: 'entregado',
    read: 'leído',
    failed: 'fallido',
  } as Record<string, string>,
  /** The state first: after the number it would need a plural. */
  figure: (count: ReactNode, state: string) => (
    <>
      {state}: {count}
    </>
  ),
  all: 'Todos',
  tabStatus: 'Mensajes por estado',

  /** One broadcast. */
  standing: (total: ReactNode, count: number, since: ReactNode) => (
    <>
      {total} {plural(count, 'es', { one: 'mensaje', other: 'mensajes' })} desde el {since}.
    </>
  ),
  standingFailed: (failed: ReactNode, unresolved: ReactNode | null) => (
    <>
      {' '}
      Con fallo: {failed}
      {unresolved !== null && <>; sin confirmar: {unresolved}</>}.
    </>
  ),
  neverSent: 'Aún no se ha enviado ningún mensaje.',
  disconnected: ' No se puede enviar nada: su remitente está desconectado. Un administrador lo conecta.',
  reasons: 'Motivos de los fallos',
  reasonNone: 'WhatsApp no dio ningún código',
  reasonsShort,
  failedReasons: reasonsShort,
  adviceOf: (code: string | null, about: string | null): string =>
    (code !== null ? adviceByCode[code] : undefined) ??
    (about !== null ? adviceByAbout[about] : undefined) ??
    'Consulte el motivo; envíe de nuevo cuando esté corregido.',
  recipients: 'Destinatarios',
  columns: {
    who: 'Destinatario',
    what: 'Qué ocurrió',
    when: (zone: string) => `Cuándo, ${zone}`,
    cost: 'Costo',
  },
  code: (code: ReactNode) => <>Meta {code}</>,
  codeAndCost: (code: ReactNode, cost: string) => (
    <>
      Meta {code}, {cost}
    </>
  ),
  unresolvedAdvice:
    'WhatsApp no respondió. Su próximo aviso lo resolverá; el mensaje no se reenvía automáticamente.',
  statusTime: (state: string, time: ReactNode) => (
    <>
      {state} {time}
    </>
  ),
  noMessagesHere: 'Ningún mensaje tiene este estado.',
  noMessagesYet: 'Aún no se ha enviado ningún mensaje de esta difusión.',
  noMessagesNext:
    'Envíe uno desde aquí o haga desde su propio programa la solicitud que muestra el botón “Como curl”.',
  costs: { reserved: '1 envío reservado', consumed: '1 envío', released: 'ningún envío' } as Record<
    string,
    string
  >,
  toFilter: 'Destinatario',
  again: 'Enviar de nuevo…',
  againLabel: (who: string) => `Enviar de nuevo el mensaje a ${who}`,
  againDone: 'Enviado de nuevo como',
  settle: 'Resolver…',
  settleLabel: (who: string) => `Resolver el mensaje a ${who}`,
  message: 'Mensaje',
  facts: {
    sender: 'Remitente',
    template: 'Plantilla',
    category: 'Categoría',
    since: 'En este estado desde',
    number: 'Número',
    cost: 'Envíos usados',
  },
  categories: { utility: 'utilidad', marketing: 'marketing', authentication: 'autenticación' } as Record<
    string,
    string
  >,
  idName: 'broadcast_id',
  unnamedVariables: 'Las palabras marcadas se completan para cada destinatario.',
  hiddenNumber: 'número no visible',
  hiddenWhy:
    'WhatsApp oculta el número de esta persona. Se le puede escribir, pero no llamar, y no recibe plantillas de autenticación.',

  /** Write to a person, with one of them. */
  toTitle: (who: string) => `Enviar un mensaje a ${who}`,
  toBroadcast: 'Difusión',
  toTemplate: (template: string) => `Envía la plantilla ${template}.`,
  toFreeForm: 'No tiene plantilla: solo se puede escribir a quienes hayan escrito en las últimas 24 horas.',
  toNext: 'Al mensaje…',

  /** Make and change one. */
  newTitle: 'Nueva difusión',
  editTitle: (name: string) => `Editar ${name}`,
  name: 'Nombre',
  sender: 'Remitente',
  senderHint: 'El número desde el que salen sus mensajes.',
  noSender: 'Este proyecto aún no tiene remitente de WhatsApp. Un administrador lo añade en Remitentes.',
  choose: 'Elija…',
  choice: (...words: string[]) => words.join(', '),
  template: 'Plantilla',
  templateHint: 'Lo que puede enviarse a quienes no han escrito en las últimas 24 horas.',
  noTemplate: 'Ninguna: solo mensajes libres',
  make: 'Crear difusión',
  saved: (name: ReactNode) => <>Se guardó {name}.</>,

  /** The ledger. */
  sendsTitle: 'Envíos del plan',
  sendsLead: (left: ReactNode, sends: ReactNode) => (
    <>
      A la organización le quedan {left} de {sends} envíos.
    </>
  ),
  planInactive: ' El plan no está activo, así que no se envía nada. El operador puede cambiarlo.',
  sums: 'Totales',
  sumsAside: 'Cada mensaje reserva un envío antes de salir; después el envío se consume o se devuelve.',
  sumHeads: { what: 'Concepto', project: 'Este proyecto', organization: 'Organización' },
  sumNames: {
    reserved: 'Reservados, resultado sin confirmar',
    consumed: 'Usados, aceptados por WhatsApp',
    released: 'Devueltos, no enviados',
    total: 'Mensajes',
    left: 'Disponibles',
  },
  ledger: 'Registro de envíos',
  sendStates: { reserved: 'reservado', consumed: 'usado', released: 'devuelto' } as Record<string, string>,
  stateFilter: 'Estado',
  ledgerHeads: {
    state: 'Envío',
    who: 'Destinatario',
    broadcast: 'Difusión',
    at: 'Enviado',
    why: 'Mensaje',
  },
  ledgerEmpty: 'Este proyecto aún no ha usado ningún envío del plan.',
  ledgerEmptyNext: 'El primer mensaje usa uno.',
}
