import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

const pick = (count: number, one: string, other: string) => plural(count, 'de', { one, other })
const waiting = (count: number) => pick(count, 'wartender Anruf', 'wartende Anrufe')
const underWay = (count: number) => pick(count, 'laufender Anruf', 'laufende Anrufe')

export const effects = {
  calls_dialled: (shown: string, count: number) =>
    `${shown} ${waiting(count)} ${pick(count, 'wird', 'werden')} sofort gewählt.`,
  calls_wait_for_release: (shown: string, count: number) =>
    `${shown} ${waiting(count)} ${pick(count, 'wird', 'werden')} bis zur Freigabe zurückgehalten.`,
  calls_wait_for_hours: (shown: string, count: number, opensAt: ReactNode | null) => (
    <>
      {shown} {waiting(count)} {pick(count, 'wartet', 'warten')}{' '}
      {opensAt === null ? 'dauerhaft, da nie Anrufzeit ist' : <>bis {opensAt}</>}.
    </>
  ),
  calls_expire: (shown: string, count: number) =>
    `${shown} ${waiting(count)} ${pick(count, 'verfällt', 'verfallen')}.`,
  calls_fail: (shown: string, count: number) =>
    `${shown} ${waiting(count)} ${pick(count, 'schlägt', 'schlagen')} fehl, weil der Kampagne etwas fehlt, das Anrufe brauchen.`,
  calls_go_on: (shown: string, count: number) =>
    `${shown} ${underWay(count)} ${pick(count, 'geht', 'gehen')} weiter.`,
  calls_beyond_slots: (shown: string, count: number) =>
    `${shown} ${underWay(count)} ${pick(count, 'übersteigt die Zahl der Leitungen und geht', 'übersteigen die Zahl der Leitungen und gehen')} weiter.`,
  callbacks_refused: (shown: string, count: number) =>
    `${shown} ${underWay(count)} ${pick(count, 'wird', 'werden')} mit der Signatur des alten Tokens gemeldet, die abgewiesen wird.`,
  campaigns_follow: (shown: string, count: number) =>
    `${shown} ${pick(count, 'Kampagne folgt', 'Kampagnen folgen')} der neuen Fassung in Anrufen, die ab jetzt gewählt werden.`,
  campaigns_call_from: (shown: string, count: number) =>
    `${shown} ${pick(count, 'Kampagne ruft', 'Kampagnen rufen')} von dieser Nummer an.`,
  broadcasts_stop: (shown: string, count: number) =>
    `${shown} ${pick(count, 'Rundnachricht sendet', 'Rundnachrichten senden')} nicht mehr.`,
  broadcasts_go_on: (shown: string, count: number) =>
    `${shown} ${pick(count, 'Rundnachricht kann', 'Rundnachrichten können')} wieder senden.`,
  webhooks_refused: () =>
    'Der App-Geheimcode wird ersetzt: Was WhatsApp mit dem alten signiert, wird abgewiesen.',
  plan_stops: (shown: string, count: number) =>
    `${shown} ${pick(count, 'Projekt nimmt', 'Projekte nehmen')} ab jetzt keine WhatsApp-Nachrichten an; Anrufe gehen weiter.`,
  plan_resumes: (shown: string, count: number) =>
    `${shown} ${pick(count, 'Projekt nimmt', 'Projekte nehmen')} wieder WhatsApp-Nachrichten an.`,
  sends_refused: (shown: string, count: number) =>
    `${shown} ${pick(count, 'Nachricht', 'Nachrichten')} mehr, als der Tarif erlaubt, ${pick(count, 'ist', 'sind')} verbraucht: Weitere werden abgewiesen.`,
  links_beyond_plan: (shown: string, count: number) =>
    `${shown} ${pick(count, 'Seite', 'Seiten')} mehr, als der Tarif erlaubt, ${pick(count, 'ist', 'sind')} indexiert: Crawls fügen keine hinzu.`,
  customer_fields_unknown: (shown: string, count: number, _opensAt: ReactNode | null, names: ReactNode) => (
    <>
      {shown} {pick(count, 'Wert wird', 'Werte werden')} gelesen, {pick(count, 'den', 'die')} kein neuerer
      Anruf der Kampagnen hatte: {names}.
    </>
  ),
  campaigns_dial_nothing: (shown: string, count: number) =>
    `${shown} ${pick(count, 'Kampagne wählt', 'Kampagnen wählen')} nichts: Ein Anruf kann länger dauern oder mehr kosten, als die Schutzgrenzen für einen ganzen Tag erlauben.`,
}
