import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/** Agents: the list, the preview of a prompt, and the chat to try one. */
export const agents = {
  title: 'Agentes',
  lead: 'Modelos de lenguaje con una tarea: llevan llamadas y responden chats dentro de límites declarados.',
  none: 'Este proyecto aún no tiene ningún agente.',
  noneNext: 'Añada primero una cuenta de modelo y después cree un agente.',
  new: 'Nuevo agente',
  newTitle: 'Nuevo agente',
  newLead: 'No se llama a nadie hasta que una campaña le dé llamadas.',
  newCrumb: 'Nuevo',
  idName: 'agent_id',
  name: 'Nombre',
  model: 'Modelo',
  tools: 'Herramientas',
  does: 'Hace',
  campaigns: (count: number, shown: string) =>
    `llamadas de ${shown} ${plural(count, 'es', { one: 'campaña', other: 'campañas' })}`,
  answers: (sender: ReactNode) => <>chats de {sender}</>,
  idle: 'nada todavía',
  revision: 'Revisión',
  changedBy: 'Cambiado',
  leadOf: (revision: string) => `Revisión ${revision}.`,
  viewerNote: 'Puede leerlo. Para cambiarlo hace falta el rol de editor.',
  tabs: 'Partes del agente',
  definition: 'Definición',
  preview: 'Vista previa',
  try: 'Probar',
  previewLead: 'Lo que leería un modelo y lo que se diría primero, con lo escrito en la definición.',
  customer: 'Cliente',
  customerNone: 'Los textos no nombran nada del cliente.',
  valueOf: (name: string) => `Valor de ${name}`,
  channel: 'Canal',
  channels: { voice: 'Llamada', whatsapp: 'WhatsApp', web: 'Chat' } as Record<string, string>,
  firstLine: 'Dice primero',
  customerFirst: 'Nada: el cliente habla primero.',
  prompt: 'Instrucciones',
  servicePart: 'Añadido por el servicio',
  cut: (text: string, reason: ReactNode) => (
    <>
      {text} no está completo: {reason}
    </>
  ),
  tryLead:
    'Un chat con el agente guardado. Se pregunta a su modelo, se ejecutan sus herramientas y la conversación se conserva.',
  tryUnsaved: 'Lo que no está guardado no cuenta.',
  begin: 'Empezar el chat',
  again: 'Empezar de nuevo',
  message: 'Su mensaje',
  send: 'Enviar',
  chat: 'Chat',
  you: 'Usted',
  agent: 'Agente',
  thinks: 'El agente responde…',
  tool: (name: ReactNode, outcome: ReactNode) => (
    <>
      Herramienta {name}: {outcome}
    </>
  ),
  outcomes: {
    begun: 'en curso…',
    ok: 'hecho',
    failed: 'falló',
    refused: 'rechazado',
    asked: 'pregunta antes',
    repeated: 'respondido con la primera ejecución',
    unknown: 'no se sabe si se hizo',
  } as Record<string, string>,
  from: (title: ReactNode) => <>De: {title}</>,
  ended: 'El agente ha terminado el chat.',
  person: 'Desde aquí responde una persona.',
  silent: 'El agente no dijo nada.',
  toConversation: 'Ver la conversación',
  broken: 'La respuesta se cortó.',
  late: 'La respuesta todavía se está preparando.',
  retry: 'Pedirla otra vez',
  led: 'Conversaciones que dirigió',
  ledNone: 'ninguna',
  ledCount: (count: string, isMore: boolean, number: number) =>
    isMore
      ? `más de ${count} conversaciones`
      : `${count} ${plural(number, 'es', { one: 'conversación', other: 'conversaciones' })}`,
  ledAt: (channel: string, at: ReactNode) => (
    <>
      {channel}, {at}
    </>
  ),
}
