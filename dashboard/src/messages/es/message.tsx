import type { ReactNode } from 'react'

/** One message, sending it again, settling it, and the form that sends one. */
export const message = {
  missing: 'Mensaje',
  tab: (who: string) => `Mensaje a ${who}`,
  titles: {
    processing: (who: ReactNode, at: ReactNode) => (
      <>
        El mensaje a {who} se está enviando desde el {at}.
      </>
    ),
    unresolved: (who: ReactNode, at: ReactNode) => (
      <>
        Sin confirmar desde el {at} si WhatsApp tiene el mensaje a {who}.
      </>
    ),
    sent: (who: ReactNode, at: ReactNode) => (
      <>
        WhatsApp aceptó el mensaje a {who} el {at}.
      </>
    ),
    delivered: (who: ReactNode, at: ReactNode) => (
      <>
        Entregado a {who} el {at}.
      </>
    ),
    read: (who: ReactNode, at: ReactNode) => (
      <>
        Leído por {who} el {at}.
      </>
    ),
    failed: (who: ReactNode, at: ReactNode) => (
      <>
        El mensaje a {who} falló el {at}.
      </>
    ),
  } as Record<string, (who: ReactNode, at: ReactNode) => ReactNode>,
  reason: (reason: ReactNode) => <>Motivo: {reason}. </>,
  advice: {
    processing: 'Se está consultando a WhatsApp. El resultado aparecerá aquí en unos segundos.',
    unresolved:
      'WhatsApp no respondió a tiempo. Su próximo aviso lo resolverá. El mensaje no se reenvía automáticamente; si alguien sabe qué ocurrió, resuélvalo.',
    sent: 'WhatsApp lo entrega en cuanto localiza el teléfono, durante 30 días como máximo.',
  } as Record<string, string>,
  resentAs: (link: ReactNode, state: string) => (
    <>
      Se envió de nuevo como {link}, estado: {state}.
    </>
  ),
  resendOf: (link: ReactNode, state: string) => (
    <>
      Reenvío de {link}, estado: {state}.
    </>
  ),
  statuses: 'Avisos recibidos',
  statusesAside: (zone: ReactNode) => (
    <>Hora de {zone}, según el reloj de WhatsApp cuando fue WhatsApp quien avisó</>
  ),
  reports: {
    processing: 'pasado a WhatsApp',
    unresolved: 'sin respuesta de WhatsApp',
    sent: 'aceptado por WhatsApp',
    delivered: 'entregado al teléfono',
    read: 'leído',
    failed: 'fallido',
  } as Record<string, string>,
  bubble: 'Mensaje',
  noPreview: 'No se sabe qué vio la persona: no es texto, o su plantilla ya no existe.',
  request: 'Solicitud',
  about: 'Datos',
  facts: {
    broadcast: 'Difusión',
    who: 'Destinatario',
    type: 'Tipo',
    cost: 'Costo',
    sent: 'Enviado',
    settled: 'Resuelto por',
    why: 'Cómo se sabe',
  },
  type: (type: string) => (type === 'template' ? 'plantilla' : `libre, ${type}`),
  ids: 'Identificadores',
  toConversation: 'Ir a la conversación',

  settle: 'Resolver…',
  settleTitle: 'Resolver este mensaje',
  settleBody:
    'Hágalo solo si alguien sabe qué ocurrió. El mensaje nunca se reenvía automáticamente, y lo que usted indique no se puede cambiar.',
  settleAs: 'Qué ocurrió',
  settleSent: 'WhatsApp lo tiene: cuenta como un envío',
  settleFailed: 'No se envió: el envío se devuelve',
  settleWhy: 'Cómo se sabe',
  settleWhyHint: 'Se guarda con su nombre: “El cliente llamó y lo había recibido”.',
  settleAction: 'Resolver',
  settled: 'El mensaje está resuelto.',

  send: {
    title: (broadcast: string) => `Enviar un mensaje de ${broadcast}`,
    againTitle: (who: string) => `Enviar de nuevo a ${who}`,
    againBody: 'Se crea un mensaje nuevo. El fallido queda como está y ambos se enlazan.',
    to: 'Destinatario',
    toHint: 'Un número con su código de país, como +1 415 555 0100, o el ID que WhatsApp da a una persona.',
    sandbox: 'Resultado en el entorno de pruebas',
    sandboxHint: 'El remitente es el entorno de pruebas: los dos últimos dígitos deciden qué ocurre.',
    sandboxNumbers: [
      { value: '+14155550100', label: 'entregado y leído' },
      { value: '+14155550101', label: 'entregado, nunca leído' },
      { value: '+14155550104', label: 'lo lee y responde' },
      { value: '+14155550110', label: 'falla: no se puede entregar' },
      { value: '+14155550113', label: 'falla: límite de WhatsApp por persona' },
      { value: '+14155550120', label: 'rechazado: no se puede entregar' },
      { value: '+14155550133', label: 'sin confirmar' },
    ],
    kind: 'Tipo de mensaje',
    kinds: {
      template: 'la plantilla',
      text: 'texto libre',
      image: 'imagen',
      video: 'video',
      document: 'documento',
      other: 'otro tipo, como JSON',
    },
    variables: 'Variables de la plantilla',
    noVariables: 'La plantilla no tiene variables.',
    variableNames: {
      header_media_url: 'Dirección del archivo del encabezado',
      header_location: 'Ubicación del encabezado, como JSON',
    } as Record<string, string>,
    text: 'Texto',
    link: 'Dirección del archivo',
    caption: 'Pie',
    type: 'Tipo',
    payload: 'Contenido, como JSON',
    payloadFault: 'Esto no es un objeto JSON.',
    checks: 'Antes de enviar',
    checking: 'Comprobando…',
    preview: 'Lo que ve la persona',
    noPreview: 'Se muestra cuando los campos están rellenados.',
    rules: {
      request: 'Campos',
      resend: 'Una sola vez',
      plan: 'Plan',
      sender: 'Remitente',
      template: 'Plantilla',
      content: 'Contenido',
      window: 'Ventana',
      opt_out: 'Baja',
    } as Record<string, string>,
    notJudged: {
      request: 'Aún no todos los campos son correctos.',
      content: 'Se comprueba cuando están los valores.',
    } as Record<string, string>,
    needsRecipient: 'Se comprueba cuando está el destinatario.',
    requestPasses: 'Todos los campos están rellenados.',
    resendPasses: 'El mensaje fallido aún no se ha enviado de nuevo.',
    planPasses: (left: ReactNode, sends: ReactNode) => (
      <>
        Quedan {left} de {sends} envíos.
      </>
    ),
    senderPasses: 'Conectado.',
    templatePasses: (name: ReactNode, language: ReactNode) => (
      <>
        {name} ({language}) está aprobada.
      </>
    ),
    contentPasses: 'Los valores encajan.',
    windowOpen: (until: ReactNode, left: ReactNode) => (
      <>
        Abierta hasta el {until}, quedan {left}.
      </>
    ),
    windowOpenedBy: (text: ReactNode, at: ReactNode) => (
      <>
        {' '}
        La abrió {text}, {at}.
      </>
    ),
    windowOpenedUnread: ' La abrió un mensaje que aún se está leyendo.',
    windowNone: 'La persona no ha escrito a este remitente.',
    windowClosed: (since: ReactNode) => <>Cerrada desde el {since}.</>,
    windowNotNeeded: ' Una plantilla no necesita ventana.',
    windowNeeded: ' Un mensaje libre no puede salir; una plantilla sí.',
    optOutPasses: 'La persona no se ha dado de baja.',
    optOutMarketing: (since: ReactNode) => (
      <>De baja de marketing desde el {since}; este mensaje no lo es, así que puede salir.</>
    ),
    optedOut: (scope: string, since: ReactNode, source: string) => (
      <>
        De baja de {scope} desde el {since}, {source}.
      </>
    ),
    scopes: { all: 'todos los mensajes', marketing: 'marketing' } as Record<string, string>,
    sources: {
      message: 'con su propio mensaje',
      provider: 'en WhatsApp',
      operator: 'registrada por alguien aquí',
    } as Record<string, string>,
    optedOutUnread: 'Acaba de escribir STOP.',
    hidden:
      'WhatsApp oculta el número de esta persona. Se le puede escribir por su ID; no se le pueden enviar plantillas de autenticación.',
    unknownPerson: 'Aún no se conoce a nadie con este número; al enviar se crea un perfil.',
    refusals: {
      plan_inactive: 'El plan no está activo. El operador puede cambiarlo.',
      quota_exhausted: 'No quedan envíos. El operador puede ampliar el plan.',
      sender_unavailable: 'El remitente está desconectado. Un administrador lo conecta.',
      message_sent_again: 'Ya se envió de nuevo. Consulte el mensaje nuevo.',
      message_not_failed: 'No ha fallado, así que no se envía de nuevo.',
    } as Record<string, string>,
    noTemplate: 'La difusión no tiene plantilla. Envíe texto libre o elija una plantilla para ella.',
    templateState: (state: string) => `La plantilla está ${state}; solo se envía si está aprobada.`,
    contentFaults: 'Faltan valores o algunos no encajan; los campos indican cuáles.',
    action: 'Enviar',
    againAction: 'Enviar de nuevo',
    cannot: 'Las comprobaciones de abajo dicen por qué no se puede enviar.',
    checkFirst: 'Las comprobaciones aún no han terminado.',
    sentToast: 'WhatsApp ha aceptado el mensaje.',
    notKnown: 'Aún no se sabe si WhatsApp tiene el mensaje.',
    notKnownBody:
      'Nunca se envía dos veces: consultar de nuevo lleva la misma clave y solo devuelve qué pasó con él. Puede cerrar esto; el mensaje queda en la lista.',
    notReached: 'El servidor no respondió, así que no se sabe si aceptó el mensaje.',
    askAgain: 'Consultar de nuevo',
    following: 'Se está enviando. Su página se abre en cuanto se conoce el resultado.',
    toMessage: 'Ir al mensaje',
    refusedNote: 'No se envió nada dos veces. Corríjalo y envíe de nuevo desde aquí.',
  },
}
