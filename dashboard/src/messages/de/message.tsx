import type { ReactNode } from 'react'

/** One message, sending it again, settling it, and the form that sends one. */
export const message = {
  missing: 'Nachricht',
  tab: (who: string) => `Nachricht an ${who}`,
  titles: {
    processing: (who: ReactNode, at: ReactNode) => (
      <>
        Die Nachricht an {who} wird gesendet, seit {at}.
      </>
    ),
    unresolved: (who: ReactNode, at: ReactNode) => (
      <>
        Seit {at} ist nicht bekannt, ob WhatsApp die Nachricht an {who} hat.
      </>
    ),
    sent: (who: ReactNode, at: ReactNode) => (
      <>
        WhatsApp hat die Nachricht an {who} angenommen, {at}.
      </>
    ),
    delivered: (who: ReactNode, at: ReactNode) => (
      <>
        Zugestellt an {who}, {at}.
      </>
    ),
    read: (who: ReactNode, at: ReactNode) => (
      <>
        Gelesen von {who}, {at}.
      </>
    ),
    failed: (who: ReactNode, at: ReactNode) => (
      <>
        Die Nachricht an {who} ist fehlgeschlagen, {at}.
      </>
    ),
  } as Record<string, (who: ReactNode, at: ReactNode) => ReactNode>,
  reason: (reason: ReactNode) => <>Grund: {reason}. </>,
  advice: {
    processing: 'WhatsApp wird gerade angefragt. Das Ergebnis erscheint hier innerhalb von Sekunden.',
    unresolved:
      'WhatsApp hat nicht rechtzeitig geantwortet. Die nächste Meldung von WhatsApp klärt es. Die Nachricht wird nicht von selbst erneut gesendet; wenn jemand weiß, was geschehen ist, klären Sie es.',
    sent: 'WhatsApp stellt sie zu, sobald das Telefon erreichbar ist, höchstens 30 Tage lang.',
  } as Record<string, string>,
  resentAs: (link: ReactNode, state: string) => (
    <>
      Sie wurde erneut gesendet als {link} ({state}).
    </>
  ),
  resendOf: (link: ReactNode, state: string) => (
    <>
      Sie wurde erneut gesendet anstelle von {link} ({state}).
    </>
  ),
  statuses: 'Was gemeldet wurde',
  statusesAside: (zone: ReactNode) => <>Zeitzone {zone}, nach der Uhr von WhatsApp, wo es gemeldet hat</>,
  reports: {
    processing: 'an WhatsApp übergeben',
    unresolved: 'keine Antwort von WhatsApp',
    sent: 'von WhatsApp angenommen',
    delivered: 'auf dem Telefon zugestellt',
    read: 'gelesen',
    failed: 'fehlgeschlagen',
  } as Record<string, string>,
  bubble: 'Nachricht',
  noPreview:
    'Was die Person gesehen hat, ist nicht bekannt: Es ist kein Text, oder die Vorlage ist nicht mehr da.',
  request: 'Anfrage',
  about: 'Details',
  facts: {
    broadcast: 'Rundnachricht',
    who: 'Empfänger',
    type: 'Art',
    cost: 'Kosten',
    sent: 'Gesendet',
    settled: 'Geklärt von',
    why: 'Woher das bekannt ist',
  },
  type: (type: string) => (type === 'template' ? 'Vorlage' : `frei formuliert, ${type}`),
  ids: 'IDs',
  toConversation: 'Zum Gespräch',

  settle: 'Klären…',
  settleTitle: 'Diese Nachricht klären',
  settleBody:
    'Tun Sie das nur, wenn jemand weiß, was geschehen ist. Die Nachricht wird nie von selbst erneut gesendet, und Ihre Angabe lässt sich nicht ändern.',
  settleAs: 'Was geschehen ist',
  settleSent: 'WhatsApp hat sie: Sie zählt als eine Nachricht des Tarifs',
  settleFailed: 'Sie wurde nicht gesendet: Sie wird dem Tarif gutgeschrieben',
  settleWhy: 'Woher das bekannt ist',
  settleWhyHint: 'Wird mit Ihrem Namen gespeichert: „Der Kunde rief an und hatte sie erhalten.“',
  settleAction: 'Klären',
  settled: 'Die Nachricht ist geklärt.',

  send: {
    title: (broadcast: string) => `Eine Nachricht unter ${broadcast} senden`,
    againTitle: (who: string) => `Erneut an ${who} senden`,
    againBody:
      'Es wird eine neue Nachricht erstellt. Die fehlgeschlagene bleibt, wie sie ist, und beide sind verknüpft.',
    to: 'Empfänger',
    toHint:
      'Eine Nummer mit Ländervorwahl, etwa +1 415 555 0100, oder die ID, die WhatsApp einer Person gibt.',
    sandbox: 'Ergebnis in der Sandbox',
    sandboxHint: 'Der Absender ist die Sandbox: Die letzten beiden Ziffern entscheiden, was geschieht.',
    sandboxNumbers: [
      { value: '+14155550100', label: 'zugestellt und gelesen' },
      { value: '+14155550101', label: 'zugestellt, nie gelesen' },
      { value: '+14155550104', label: 'liest und antwortet' },
      { value: '+14155550110', label: 'schlägt fehl: nicht zustellbar' },
      { value: '+14155550113', label: 'schlägt fehl: WhatsApps Limit pro Person' },
      { value: '+14155550120', label: 'abgelehnt: nicht zustellbar' },
      { value: '+14155550133', label: 'noch nicht bekannt' },
    ],
    kind: 'Art der Nachricht',
    kinds: {
      template: 'die Vorlage',
      text: 'frei formulierter Text',
      image: 'Bild',
      video: 'Video',
      document: 'Dokument',
      other: 'andere Art, als JSON',
    },
    variables: 'Variablen der Vorlage',
    noVariables: 'Die Vorlage hat keine Variablen.',
    variableNames: {
      header_media_url: 'Adresse der Mediendatei in der Kopfzeile',
      header_location: 'Ort in der Kopfzeile, als JSON',
    } as Record<string, string>,
    text: 'Text',
    link: 'Adresse der Datei',
    caption: 'Bildunterschrift',
    type: 'Art',
    payload: 'Inhalt, als JSON',
    payloadFault: 'Das ist kein JSON-Objekt.',
    checks: 'Vor dem Senden',
    checking: 'Wird geprüft…',
    preview: 'Was die Person sieht',
    noPreview: 'Erscheint, sobald die Felder ausgefüllt sind.',
    rules: {
      request: 'Felder',
      resend: 'Einmal',
      plan: 'Tarif',
      sender: 'Absender',
      template: 'Vorlage',
      content: 'Inhalt',
      window: 'Zeitfenster',
      opt_out: 'Abmeldung',
    } as Record<string, string>,
    notJudged: {
      request: 'Noch sind nicht alle Felder richtig.',
      content: 'Wird geprüft, sobald die Werte da sind.',
    } as Record<string, string>,
    needsRecipient: 'Wird geprüft, sobald der Empfänger da ist.',
    requestPasses: 'Alle Felder sind ausgefüllt.',
    resendPasses: 'Die fehlgeschlagene Nachricht wurde noch nicht erneut gesendet.',
    planPasses: (left: ReactNode, sends: ReactNode) => (
      <>
        Noch {left} von {sends} Nachrichten übrig.
      </>
    ),
    senderPasses: 'Verbunden.',
    templatePasses: (name: ReactNode, language: ReactNode) => (
      <>
        {name} ({language}) ist genehmigt.
      </>
    ),
    contentPasses: 'Die Werte passen.',
    windowOpen: (until: ReactNode, left: ReactNode) => (
      <>
        Offen bis {until}, noch {left}.
      </>
    ),
    windowOpenedBy: (text: ReactNode, at: ReactNode) => (
      <>
        {' '}
        Geöffnet durch {text}, {at}.
      </>
    ),
    windowOpenedUnread: ' Geöffnet durch eine Nachricht, die noch eingelesen wird.',
    windowNone: 'Die Person hat diesem Absender noch nicht geschrieben.',
    windowClosed: (since: ReactNode) => <>Geschlossen seit {since}.</>,
    windowNotNeeded: ' Eine Vorlage braucht kein Zeitfenster.',
    windowNeeded: ' Eine frei formulierte Nachricht ist nicht möglich, eine Vorlage schon.',
    optOutPasses: 'Die Person hat sich nicht abgemeldet.',
    optOutMarketing: (since: ReactNode) => (
      <>Seit {since} von Marketingnachrichten abgemeldet; dies ist keine und darf gesendet werden.</>
    ),
    optedOut: (scope: string, since: ReactNode, source: string) => (
      <>
        Abgemeldet von {scope} seit {since}, {source}.
      </>
    ),
    scopes: { all: 'allen Nachrichten', marketing: 'Marketingnachrichten' } as Record<string, string>,
    sources: {
      message: 'durch eigene Nachricht',
      provider: 'in WhatsApp',
      operator: 'hier eingetragen',
    } as Record<string, string>,
    optedOutUnread: 'Die Person hat gerade STOP geschrieben.',
    hidden:
      'WhatsApp verbirgt die Nummer dieser Person. Sie ist über ihre ID erreichbar; Authentifizierungsvorlagen sind nicht möglich.',
    unknownPerson: 'Diese Nummer ist hier noch nicht bekannt; beim Senden wird ein Profil erstellt.',
    refusals: {
      plan_inactive: 'Der Tarif ist nicht aktiv. Der Betreiber kann das ändern.',
      quota_exhausted: 'Es sind keine Nachrichten mehr übrig. Der Betreiber kann den Tarif erweitern.',
      sender_unavailable: 'Der Absender ist nicht verbunden. Ein Admin verbindet ihn.',
      message_sent_again: 'Sie wurde bereits erneut gesendet. Sehen Sie sich die neue Nachricht an.',
      message_not_failed: 'Sie ist nicht fehlgeschlagen und wird daher nicht erneut gesendet.',
    } as Record<string, string>,
    noTemplate:
      'Die Rundnachricht hat keine Vorlage. Senden Sie frei formulierten Text oder wählen Sie eine Vorlage für sie.',
    templateState: (state: string) =>
      `Status der Vorlage: ${state}. Nur eine genehmigte Vorlage wird gesendet.`,
    contentFaults: 'Einige Werte fehlen oder passen nicht; welche, steht bei den Feldern.',
    action: 'Senden',
    againAction: 'Erneut senden',
    cannot: 'Die Prüfungen unten sagen, warum sie nicht gesendet werden kann.',
    checkFirst: 'Die Prüfungen sind noch nicht abgeschlossen.',
    sentToast: 'WhatsApp hat die Nachricht angenommen.',
    notKnown: 'Noch nicht bekannt, ob WhatsApp die Nachricht hat.',
    notKnownBody:
      'Sie wird nie doppelt gesendet: Erneutes Anfragen verwendet denselben Schlüssel und liefert nur, was aus ihr geworden ist. Sie können dies schließen; die Nachricht bleibt in der Liste.',
    notReached: 'Der Server hat nicht geantwortet; ob die Nachricht angenommen wurde, ist nicht bekannt.',
    askAgain: 'Erneut anfragen',
    following: 'Sie wird gesendet. Ihre Seite öffnet sich, sobald das Ergebnis bekannt ist.',
    toMessage: 'Zur Nachricht',
    refusedNote:
      'Es wurde nichts doppelt gesendet. Beheben Sie den Fehler und senden Sie von hier aus erneut.',
  },
}
