import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/** Templates of WhatsApp, and what is wrong with them for broadcasts. */
export const templates = {
  title: 'Plantillas',
  /** `stopped`: null where it is not known. */
  lead: (count: string, stopped: number | null) => {
    const all =
      count === '1'
        ? '1 plantilla, tal como la tiene WhatsApp.'
        : `${count} plantillas, tal como las tiene WhatsApp.`
    if (stopped === null) return all
    return stopped === 0
      ? `${all} Todas las que usan las difusiones se pueden enviar.`
      : `${all} De las que usan las difusiones, ${stopped} no se ${plural(stopped, 'es', { one: 'puede', other: 'pueden' })} enviar.`
  },
  readAt: (time: ReactNode) => <> Leídas el {time}.</>,
  none: 'Este proyecto no tiene plantillas.',
  noneNext: 'Las plantillas se crean en WhatsApp. Agregue un remitente y lea sus plantillas.',
  toSenders: 'Ir a los remitentes',
  tabs: 'Estado',
  all: 'Todas',
  statuses: {
    approved: 'Aprobada',
    pending: 'En revisión',
    rejected: 'Rechazada',
    paused: 'Pausada',
    disabled: 'Desactivada',
  } as Record<string, string>,
  categories: { utility: 'Utilidad', marketing: 'Marketing', authentication: 'Autenticación' } as Record<
    string,
    string
  >,
  name: 'Plantilla',
  nameFilter: 'Nombre',
  state: 'Estado',
  category: 'Categoría',
  sender: 'Remitente',
  language: 'Idioma',
  usedBy: 'En uso por',
  uses: (count: string) =>
    count === '0' ? 'ninguna difusión' : count === '1' ? '1 difusión' : `${count} difusiones`,
  quality: 'Calidad',
  qualities: { GREEN: 'alta', YELLOW: 'media', RED: 'baja', UNKNOWN: 'aún sin calificar' } as Record<
    string,
    string
  >,
  since: (time: ReactNode) => <>desde el {time}</>,
  until: (since: ReactNode, until: ReactNode) => (
    <>
      desde el {since}, hasta aproximadamente el {until}
    </>
  ),
  read: 'Leída de WhatsApp',
  readNever: 'aún no',
  syncNow: 'Leer ahora de WhatsApp',
  synced: (name: ReactNode, added: number, changed: number, disabled: number) =>
    added + changed + disabled === 0 ? (
      <>{name}: nada ha cambiado en WhatsApp.</>
    ) : (
      <>
        {name}: nuevas: {added}; modificadas: {changed}; ya no existen: {disabled}.
      </>
    ),
  syncFailed: (name: ReactNode, reason: ReactNode) => (
    <>
      {name}: no se cambió nada: {reason}.
    </>
  ),
  tooSoon: (name: ReactNode, at: ReactNode) => (
    <>
      {name}: se leyó hace un momento, {at}. Inténtelo de nuevo en 15 segundos.
    </>
  ),
  syncDisconnected: (name: ReactNode) => <>{name} está desconectado, así que no se leen sus plantillas.</>,
  syncLater: (name: ReactNode) => <>{name}: WhatsApp tarda. Las plantillas se leen en segundo plano.</>,
  syncNothing: 'Ningún remitente del proyecto está conectado, así que no hay nada que leer.',
  syncMore: (shown: string, count: number) =>
    `${shown} ${plural(count, 'es', { one: 'remitente más: vea su página.', other: 'remitentes más: vea sus páginas.' })}`,
  idName: 'template_id',
  states: {
    approved: 'Se puede enviar.',
    pending:
      'WhatsApp la está revisando. No se puede enviar nada con ella hasta que termine, casi siempre en un día.',
    rejected: 'WhatsApp la ha rechazado. Corríjala en WhatsApp y preséntela de nuevo.',
    paused: 'WhatsApp la ha pausado porque hay personas que denunciaron o ignoraron sus mensajes.',
    disabled: 'WhatsApp la ha desactivado definitivamente o ya no la tiene. Cree otra plantilla.',
  } as Record<string, string>,
  pausedUntil:
    'WhatsApp levanta la primera pausa a las 3 horas y la segunda a las 6; la tercera desactiva la plantilla.',
  pausedUntilLifted: 'Levante la pausa en WhatsApp, en la lista de plantillas; después léalas aquí.',
  why: 'Lo que dice WhatsApp',
  whyNothing: 'WhatsApp no dio ningún motivo.',
  reasons: {
    ABUSIVE_CONTENT: 'El texto infringe las reglas de contenido de WhatsApp.',
    INCORRECT_CATEGORY: 'La categoría no corresponde al texto.',
    INVALID_FORMAT:
      'El formato es incorrecto: una variable en un extremo, falta un ejemplo o hay demasiadas variables.',
    PROMOTIONAL: 'El texto es publicitario y la categoría no lo permite.',
    SCAM: 'WhatsApp lo considera un fraude.',
    TAG_CONTENT_MISMATCH: 'El idioma o la categoría no corresponden al texto.',
    CATEGORY_NOT_AVAILABLE: 'Esta categoría no está disponible para la cuenta.',
  } as Record<string, string>,
  languages: 'Como la ven las personas',
  bubble: (name: string, language: string) => `Mensaje de la plantilla ${name} en ${language}`,
  headers: {
    image: 'Una imagen',
    video: 'Un video',
    document: 'Un documento',
    location: 'Un lugar en el mapa',
  },
  noBody: 'WhatsApp escribe el texto',
  variables: 'Valores que necesita',
  noVariables: 'ninguno',
  unsendable: 'No se puede enviar desde aquí',
  broadcasts: 'Difusiones que la usan',
  noBroadcasts: 'Ninguna difusión la usa.',
  broadcast: 'Difusión',
  wrong: 'Qué está mal',
  nothingWrong: 'nada',
  ofDay: 'Mensajes en 24 h',
  lastMessage: 'Último mensaje',
  noMessage: 'ninguno aún',
  ofLanguage: (language: ReactNode) => <>en {language}</>,
  readFault: (reason: ReactNode) => <>La última vez no se pudieron leer las plantillas: {reason}.</>,

  trouble: {
    title: {
      template_disabled: (name: ReactNode) => <>La plantilla {name} está desactivada.</>,
      template_rejected: (name: ReactNode) => <>WhatsApp ha rechazado la plantilla {name}.</>,
      template_paused: (name: ReactNode) => <>WhatsApp ha pausado la plantilla {name}.</>,
      template_pending: (name: ReactNode) => <>WhatsApp aún está revisando la plantilla {name}.</>,
      other_account: (name: ReactNode) => <>La plantilla {name} pertenece a otra cuenta de WhatsApp.</>,
      unsendable: (name: ReactNode) => <>La plantilla {name} no se puede enviar desde aquí.</>,
      refused_by_whatsapp: (name: ReactNode) => <>WhatsApp rechaza los mensajes con la plantilla {name}.</>,
      variables_differ: (name: ReactNode) => (
        <>La plantilla {name} no corresponde a lo último que se envió.</>
      ),
    },
    what: {
      template_disabled: 'Los mensajes se rechazan hasta que la difusión tenga otra plantilla.',
      template_rejected: 'Los mensajes se rechazan hasta que se corrija en WhatsApp y se apruebe.',
      template_paused: 'Los mensajes se rechazan hasta que termine la pausa.',
      template_pending: 'Los mensajes se rechazan hasta que se apruebe.',
      other_account:
        'WhatsApp no la reconoce para el remitente de la difusión. Elija una de la misma cuenta.',
      unsendable: 'Elija otra plantilla para la difusión.',
      refused_by_whatsapp: 'Ya no es como se leyó. Léala de nuevo y revise los valores que necesita.',
      variables_differ: 'Los mensajes con estos valores se rechazan. Quien los envía debe enviar los otros.',
    },
    short: {
      template_disabled: 'desactivada',
      template_rejected: 'rechazada',
      template_paused: 'pausada',
      template_pending: 'en revisión',
      other_account: 'de otra cuenta',
      unsendable: 'no se puede enviar desde aquí',
      refused_by_whatsapp: 'rechazada por WhatsApp',
      variables_differ: 'no corresponde a lo que se envió',
    },
    since: (time: ReactNode) => <> Desde el {time}.</>,
    until: (time: ReactNode) => <> Hasta aproximadamente el {time}.</>,
    says: (words: ReactNode) => <> WhatsApp dice: {words}.</>,
    missing: (names: ReactNode) => <> Faltan: {names}.</>,
    unknown: (names: ReactNode) => <> Desconocidos: {names}.</>,
    count: (count: number) =>
      plural(count, 'es', {
        one: ` Se rechazó ${count} mensaje.`,
        other: ` Se rechazaron ${count} mensajes.`,
      }),
    ofDay: (count: string) => ` Mensajes de esta difusión en las últimas 24 horas: ${count}.`,
    look: 'Ver la plantilla',
  },
}
