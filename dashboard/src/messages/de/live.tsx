import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

const calls = (count: number) => plural(count, 'de', { one: 'Anruf', other: 'Anrufe' })

export const live = {
  title: 'Live',
  board: 'Kampagnen mit Anrufen',
  lead: (underWay: ReactNode, waiting: ReactNode, campaigns: number) => (
    <>
      {underWay} laufend, {waiting} wartend in {campaigns}{' '}
      {plural(campaigns, 'de', { one: 'Kampagne', other: 'Kampagnen' })}.
    </>
  ),
  underWay: (count: string, number: number) => `${count} ${calls(number)}`,
  oldest: (duration: ReactNode) => <> Längste Wartezeit: {duration}.</>,
  oldestWhy: (duration: ReactNode, why: string) => (
    <>
      {' '}
      Längste Wartezeit: {duration}, weil {why}.
    </>
  ),
  because: {
    paused: 'die Kampagne angehalten ist',
    hours: 'gerade keine Anrufzeit ist',
    slot: 'keine Leitung frei ist',
    number: 'die Nummer gerade angerufen wird',
    retry: 'der Anruf später erneut versucht wird',
    carrier_rate: 'der Anbieter keine weiteren Anrufe annimmt',
    guard: 'eine Schutzgrenze der Organisation ihn zurückhält',
  } as Record<string, string>,
  heads: {
    who: 'Kampagne, Anrufzeiten',
    slots: 'Belegte Leitungen',
    waiting: 'Wartend',
    why: 'Warum',
  },
  openUntil: (at: ReactNode) => <>Geöffnet bis {at}</>,
  open: 'Geöffnet',
  noHours: 'Rund um die Uhr geöffnet',
  closed: (at: ReactNode) => <>Geschlossen, öffnet {at}</>,
  closedForGood: 'Geschlossen, keine Öffnung in Sicht',
  held: 'Angehalten',
  heldBy: (who: ReactNode, at: ReactNode) => (
    <>
      Angehalten von {who} seit {at}
    </>
  ),
  ended: 'Beendet',
  slotsLabel: 'Leitungen belegt.',
  slots: (used: string, of: string) => `${used} von ${of}`,
  more: (count: string) => `mehr als ${count}`,
  waitingLabel: 'wartend',
  reasons: {
    paused: (count: string) => `${count} angehalten`,
    hours: (count: string) => `${count} außerhalb der Anrufzeiten`,
    slot: (count: string) => `${count} mangels freier Leitung`,
    number: (count: string) => `${count} mit gerade belegter Nummer`,
    retry: (count: string) => `${count} vor neuem Versuch`,
    carrier_rate: (count: string) => `${count} wegen des Anbieters`,
    guard: (count: string) => `${count} wegen einer Schutzgrenze`,
  } as Record<string, (count: string) => string>,
  becauseHeld: 'der Dienst angehalten ist',
  forRelease: (count: string) => `${count} bis zur Freigabe des Dienstes`,
  forWorker: (count: string) => `${count} ohne Worker`,
  outsideHours: 'Außerhalb der Anrufzeiten',
  onHold: 'Angehalten: wird nur von Hand freigegeben',
  goesOn: (count: string, number: number) =>
    `${count} ${plural(number, 'de', { one: 'laufender Anruf geht', other: 'laufende Anrufe gehen' })} weiter.`,
  firstDial: (at: ReactNode, duration: ReactNode) => (
    <>
      Erster Anruf {at}, in {duration}.
    </>
  ),
  oldestSince: (at: ReactNode) => <>Ältester seit {at}.</>,
  nextAt: (at: ReactNode) => <> Nächster: {at}.</>,
  carrierUntil: (at: ReactNode) => (
    <>Der Anbieter nimmt bis {at} keine Anrufe an. Sein Konto und sein Limit stehen unter „Anbieter“.</>
  ),
  nothingWaits: 'Nichts wartet',
  summary: (underWay: ReactNode, waiting: ReactNode) => (
    <>
      <b>{underWay}</b> laufend, <b>{waiting}</b> wartend
    </>
  ),
  unit: 'min:s',
  toggle: (name: string) => `Anrufe von ${name}`,
  listUnderWay: 'Laufend',
  listWaiting: 'Wartend',
  follow: 'Verfolgen',
  followLabel: (number: string) => `Anruf an ${number} verfolgen`,
  cancel: 'Abbrechen…',
  cancelLabel: (number: string) => `Anruf an ${number} abbrechen`,
  moreUnderWay: (count: string) => `${count} weitere laufende`,
  showMore: (count: string) => `${count} weitere wartende`,
  noneNow: 'Zurzeit wartet oder läuft kein Anruf dieser Kampagne.',
  hold: 'Anhalten',
  holdLabel: (name: string) => `${name} anhalten`,
  release: 'Freigeben…',
  releaseLabel: (name: string) => `${name} freigeben`,
  holdAll: 'Alle anhalten…',
  releaseAll: 'Alle freigeben…',
  holdAllTitle: 'Alle Kampagnen anhalten?',
  holdAllBody: (campaigns: number) =>
    `${campaigns} ${plural(campaigns, 'de', { one: 'Kampagne wird', other: 'Kampagnen werden' })} angehalten. Laufende Anrufe gehen weiter; wartende Anrufe behalten ihren Platz.`,
  holdAllAction: 'Alle anhalten',
  releaseTitle: (name: string) => `${name} freigeben?`,
  releaseAllTitle: 'Alle Kampagnen freigeben?',
  releaseBody: 'Die Kampagne erhält ihren vorherigen Status zurück. Was dann geschieht:',
  releaseAllBody: (campaigns: number) =>
    `${campaigns} ${plural(campaigns, 'de', { one: 'Kampagne erhält ihren', other: 'Kampagnen erhalten ihren' })} vorherigen Status zurück. Was dann geschieht:`,
  releaseAction: 'Freigeben',
  releaseAllAction: 'Alle freigeben',
  noEffect: 'Kein Anruf wartet, daher geschieht vorerst nichts.',
  nothingToHold: 'Alle Kampagnen sind bereits angehalten.',
  nothingToRelease: 'Keine Kampagne ist angehalten.',
  editorNeeded:
    'Dafür brauchen Sie die Rolle Bearbeiter. Ein Inhaber oder Admin kann sie Ihnen unter „Personen und Rollen“ geben.',
  heldToast: (name: ReactNode, waiting: string, waitingCount: number, underWay: string, count: number) => (
    <>
      {name} ist angehalten. {waiting} {calls(waitingCount)}{' '}
      {plural(waitingCount, 'de', { one: 'wird', other: 'werden' })} zurückgehalten; {underWay}{' '}
      {plural(count, 'de', { one: 'laufender Anruf geht', other: 'laufende Anrufe gehen' })} weiter.
    </>
  ),
  heldAllToast: (campaigns: number) =>
    `${campaigns} ${plural(campaigns, 'de', { one: 'Kampagne ist', other: 'Kampagnen sind' })} angehalten.`,
  releasedToast: (name: ReactNode) => <>{name} ist freigegeben.</>,
  releasedAllToast: (campaigns: number) =>
    `${campaigns} ${plural(campaigns, 'de', { one: 'Kampagne ist', other: 'Kampagnen sind' })} freigegeben.`,
  cancelAll: 'Alle wartenden abbrechen…',
  cancelAllTitle: (name: string) => `Alle wartenden Anrufe von ${name} abbrechen?`,
  cancelAllBody: (count: ReactNode) => (
    <>
      {count} werden endgültig aufgegeben; laufende Anrufe gehen weiter. Um sie nur aufzuschieben, halten Sie
      die Kampagne an. Geben Sie die Anzahl ein, um fortzufahren.
    </>
  ),
  cancelAllField: 'Wie viele Anrufe warten',
  cancelAllHint: (count: string) => `Geben Sie ${count} ein.`,
  cancelAllFault: (count: string) => `Das ist nicht die Anzahl der wartenden Anrufe. Geben Sie ${count} ein.`,
  cancelAllAction: (count: string) => `${count} abbrechen`,
  cancelAllDone: (count: string, number: number) => `${count} ${calls(number)} abgebrochen.`,
  cancelTitle: (number: string) => `Anruf an ${number} abbrechen?`,
  cancelBody: 'Er wird nicht mehr gewählt. Auf seiner Seite können Sie ihn erneut starten.',
  cancelAction: 'Anruf abbrechen',
  keep: 'Behalten',
  canceled: (number: ReactNode) => <>Der Anruf an {number} ist abgebrochen.</>,
  overBefore: (number: ReactNode) => <>Der Anruf an {number} war bereits beendet.</>,
  empty: 'Kein Anruf wartet oder läuft.',
  emptyNext:
    'Sobald eine Kampagne einen Anruf hat, erscheint er hier. Auf der Seite einer Kampagne können Sie einen Testanruf starten.',
  toCampaigns: 'Zu den Kampagnen',
  noWorker: 'Kein Worker',
}
