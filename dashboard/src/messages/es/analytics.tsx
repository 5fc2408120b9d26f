import { plural } from '../plural.ts'

const count = (shown: string, value: number, one: string, other: string) =>
  `${shown} ${plural(value, 'es', { one, other })}`

export const analytics = {
  title: 'Analítica',
  titleCalls: (shown: string, value: number, rate: string | null) =>
    rate === null
      ? 'No hay llamadas en este período'
      : `${count(shown, value, 'llamada', 'llamadas')}, tasa de contestación: ${rate}`,
  titleChats: (shown: string, value: number, messages: string, messageCount: number) =>
    `${count(shown, value, 'chat iniciado', 'chats iniciados')}, con ${count(messages, messageCount, 'mensaje', 'mensajes')}`,
  lead: (from: string, to: string, zone: string) => `Del ${from} al ${to}, hora de ${zone}.`,
  leadOpen: 'Lo que aún no ha terminado se muestra sin relleno y no se compara.',
  tabs: 'Qué se cuenta',
  calls: 'Llamadas',
  chats: 'Chats',
  presets: 'Período',
  preset: {
    '7d': '7 días',
    '30d': '30 días',
    '90d': '90 días',
    '12m': '12 meses',
  } as Record<string, string>,
  filters: 'Período y desglose',
  from: 'Desde el día',
  to: 'Hasta el día',
  by: 'Por',
  sizes: { day: 'día', week: 'semana, desde el lunes', month: 'mes' } as Record<string, string>,
  sizeFits: 'automático',
  split: 'Desglose',
  noSplit: 'sin desglose',
  splits: { campaign: 'por campaña', outcome: 'por resultado', channel: 'por canal' } as Record<
    string,
    string
  >,
  export: 'Exportar en CSV',
  head: { day: 'Día', week: 'Semana', month: 'Mes' } as Record<string, string>,
  before: 'Período anterior',
  open: 'Ver estas conversaciones',
  notOver: 'aún sin terminar',
  others: 'Otros',
  statuses: {
    processing: 'enviándose',
    unresolved: 'sin confirmar',
    sent: 'enviado',
    delivered: 'entregado',
    read: 'leído',
    failed: 'fallido',
    inbound: 'de clientes',
    outbound: 'a clientes',
  } as Record<string, string>,
  /** What is over, beside the span before. */
  more: (share: string) => `${share} más que en el período anterior`,
  less: (share: string) => `${share} menos que en el período anterior`,
  asMany: 'igual que en el período anterior',
  noneBefore: 'frente a 0 en el período anterior',
  figure: {
    calls: (shown: string, value: number, compared: string) =>
      `${count(shown, value, 'llamada realizada o recibida', 'llamadas realizadas o recibidas')}, ${compared}.`,
    rate: (shown: string, before: string) =>
      `Tasa de contestación: ${shown}, frente a ${before} en el período anterior.`,
    noRate: 'No se realizó ninguna llamada, así que no hay tasa de contestación.',
    talk: (shown: string, compared: string) => `Tiempo de conversación: ${shown}, ${compared}.`,
    chats: (shown: string, value: number, compared: string) =>
      `${count(shown, value, 'chat iniciado', 'chats iniciados')}, ${compared}.`,
    messages: (shown: string, value: number, inbound: string, compared: string) =>
      `${count(shown, value, 'mensaje', 'mensajes')} (${inbound} de clientes), ${compared}.`,
    leads: (shown: string, value: number, compared: string) =>
      `${count(shown, value, 'persona escribió o recibió', 'personas escribieron o recibieron')} un mensaje por primera vez, ${compared}.`,
    tickets: (shown: string, value: number, compared: string) =>
      `${count(shown, value, 'ticket abierto', 'tickets abiertos')}, ${compared}.`,
    sends: (shown: string, value: number, compared: string) =>
      `${count(shown, value, 'mensaje', 'mensajes')} de difusiones según su estado actual, ${compared}.`,
    campaignDays: (shown: string, value: number, rate: string | null) =>
      rate === null
        ? 'No hay llamadas en los últimos 30 días.'
        : `${count(shown, value, 'llamada', 'llamadas')} en 30 días, tasa de contestación: ${rate}.`,
  },
  values: {
    calls: 'Llamadas',
    rate: 'Contestadas',
    talk: 'Tiempo de conversación',
    chats: 'Chats',
    messages: 'Mensajes',
    leads: 'Personas nuevas',
    tickets: 'Tickets',
    sends: 'Mensajes enviados',
  },
  noCalls: 'No se realizó ni recibió ninguna llamada en este período ni en el anterior.',
  noCallsNext: 'Elija un período más largo o haga una llamada de prueba desde una campaña.',
  noChats: 'No hubo actividad en los chats en este período ni en el anterior.',
  noChatsNext:
    'Elija un período más largo. Un chat empieza con el primer mensaje, de un cliente o a un cliente.',
  toCampaigns: 'Ir a las campañas',
  campaignTitle: 'Los últimos 30 días por resultado',
  toAnalytics: 'Más en Analítica',
}
