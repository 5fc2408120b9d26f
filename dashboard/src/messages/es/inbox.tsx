import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/** Conversations that wait for a person or that a person leads, and a person's answer. */
export const inbox = {
  title: 'Bandeja de entrada',
  lead: (total: ReactNode, count: number) => (
    <>
      {total} {plural(count, 'es', { one: 'conversación', other: 'conversaciones' })} con una persona; primero
      las que no tienen respuesta.
    </>
  ),
  heads: {
    who: 'Persona',
    summary: 'De qué trata',
    leader: 'Quién responde',
    since: 'Desde',
    last: 'Último mensaje',
  },
  noSummary: 'sin resumen',
  byAgent: (name: ReactNode) => <>agente: {name}</>,
  nobody: 'nadie todavía',
  noWord: 'sin respuesta todavía',
  wroteAt: (at: ReactNode) => <>respondió: {at}</>,
  noMessage: 'ninguno',
  open: 'ventana de WhatsApp abierta',
  closed: 'ventana de WhatsApp cerrada',
  empty: 'Ninguna conversación espera a una persona.',
  emptyNext:
    'Aquí aparece lo que un agente entrega y lo que usted toma de un agente en la página de una conversación.',
  toConversations: 'A las conversaciones',
  whoAnswers: 'Quién responde',
  agentAnswers: (name: ReactNode) => <>Responde {name}.</>,
  waits: (at: ReactNode) => <>Espera a una persona desde {at}; nadie la ha tomado todavía.</>,
  personAnswers: (name: ReactNode, since: ReactNode) => (
    <>
      Responde {name} desde {since}.
    </>
  ),
  says: (summary: ReactNode) => <>El agente dice: {summary}</>,
  answer: 'Su respuesta',
  send: 'Enviar',
  sent: 'Su respuesta se ha enviado.',
  writeFirst: 'Escriba primero su respuesta.',
  failed: 'WhatsApp no aceptó su respuesta.',
  notKnownYet: 'Todavía no se sabe si WhatsApp tiene su respuesta.',
  notKnown: 'No se sabe si su respuesta se envió. Pregunte otra vez: se envía una vez como máximo.',
  askAgain: 'Preguntar otra vez',
  leaveBody: 'Su respuesta no se ha enviado y se perdería.',
  leaveSending: 'Su respuesta se está enviando. Si falla, se pierde.',
  ended: 'La conversación ha terminado: ya no se puede enviar nada en ella.',
  toMessage: 'Al mensaje',
  windowClosed: (at: ReactNode) => (
    <>
      No puede escribir aquí: WhatsApp cerró la ventana ({at}), 24 horas después del último mensaje del
      cliente. Se abre cuando vuelva a escribir; hasta entonces solo le llega una plantilla.
    </>
  ),
  neverWrote:
    'No puede escribir aquí: el cliente no ha escrito por WhatsApp, así que solo le llega una plantilla.',
  otherChannel: 'Aquí solo se pueden escribir respuestas en chats de WhatsApp.',
}
