import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

const pick = (count: number, one: string, other: string) => plural(count, 'es', { one, other })
const waiting = (count: number) => pick(count, 'llamada en espera', 'llamadas en espera')
const underWay = (count: number) => pick(count, 'llamada en curso', 'llamadas en curso')

export const effects = {
  calls_dialled: (shown: string, count: number) =>
    `${shown} ${waiting(count)} ${pick(count, 'se marca', 'se marcan')} de inmediato.`,
  calls_wait_for_release: (shown: string, count: number) =>
    `${shown} ${waiting(count)} ${pick(count, 'se retiene', 'se retienen')} hasta que se reanude la campaña.`,
  calls_wait_for_hours: (shown: string, count: number, opensAt: ReactNode | null) => (
    <>
      {shown} {pick(count, 'llamada espera', 'llamadas esperan')}{' '}
      {opensAt === null ? 'sin fin, porque el horario de llamadas no abre nunca' : <>hasta el {opensAt}</>}.
    </>
  ),
  calls_expire: (shown: string, count: number) =>
    `${shown} ${waiting(count)} ${pick(count, 'termina como expirada', 'terminan como expiradas')}.`,
  calls_fail: (shown: string, count: number) =>
    `${shown} ${waiting(count)} ${pick(count, 'termina como fallida', 'terminan como fallidas')}, porque a la campaña le falta algo que necesitan las llamadas.`,
  calls_go_on: (shown: string, count: number) =>
    `${shown} ${underWay(count)} ${pick(count, 'continúa', 'continúan')}.`,
  calls_beyond_slots: (shown: string, count: number) =>
    `${shown} ${underWay(count)} ${pick(count, 'supera las líneas permitidas y continúa', 'superan las líneas permitidas y continúan')}.`,
  callbacks_refused: (shown: string, count: number) =>
    `${shown} ${underWay(count)} ${pick(count, 'se notifica', 'se notifican')} con la firma del token anterior, que se rechaza.`,
  campaigns_follow: (shown: string, count: number) =>
    `${shown} ${pick(count, 'campaña sigue', 'campañas siguen')} la nueva revisión en las llamadas que se marquen desde ahora.`,
  campaigns_call_from: (shown: string, count: number) =>
    `${shown} ${pick(count, 'campaña llama', 'campañas llaman')} desde este número.`,
  broadcasts_stop: (shown: string, count: number) =>
    `${shown} ${pick(count, 'difusión ya no envía', 'difusiones ya no envían')}.`,
  broadcasts_go_on: (shown: string, count: number) =>
    `${shown} ${pick(count, 'difusión puede', 'difusiones pueden')} enviar de nuevo.`,
  webhooks_refused: () =>
    'Se reemplaza la clave secreta de la app: lo que WhatsApp firme con la anterior se rechaza.',
  plan_stops: (shown: string, count: number) =>
    `${shown} ${pick(count, 'proyecto no acepta', 'proyectos no aceptan')} mensajes de WhatsApp desde ahora; las llamadas continúan.`,
  plan_resumes: (shown: string, count: number) =>
    `${shown} ${pick(count, 'proyecto acepta', 'proyectos aceptan')} de nuevo mensajes de WhatsApp.`,
  sends_refused: (shown: string, count: number) =>
    `${pick(count, 'Se ha usado', 'Se han usado')} ${shown} ${pick(count, 'mensaje', 'mensajes')} más de lo que permite el plan: los siguientes se rechazan.`,
  links_beyond_plan: (shown: string, count: number) =>
    `Hay ${shown} ${pick(count, 'página indexada', 'páginas indexadas')} más de lo que permite el plan: los rastreos no añaden ninguna.`,
  customer_fields_unknown: (shown: string, count: number, _opensAt: ReactNode | null, names: ReactNode) => (
    <>
      {pick(count, 'Se lee', 'Se leen')} {shown} {pick(count, 'valor', 'valores')} que ninguna llamada
      reciente de sus campañas tenía: {names}.
    </>
  ),
  campaigns_dial_nothing: (shown: string, count: number) =>
    `${shown} ${pick(count, 'campaña no marca', 'campañas no marcan')} nada: una llamada puede durar o costar más de lo que los límites de protección permiten en un día entero.`,
}
