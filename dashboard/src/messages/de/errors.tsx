/**
 * What a refusal means that any page can meet, sign-in too, and what to do. `detail`: the server's sentence has a value
 * that the reader needs, and stands below.
 */
export const errors = {
  unreachable: {
    what: 'Der Server antwortet nicht.',
    advice: 'Ihr Netzwerk oder der Dienst ist ausgefallen. Ihre Eingaben gehen nicht verloren.',
  },
  page_failed: {
    what: 'In diesem Teil der Seite ist ein Fehler aufgetreten.',
    advice: 'Laden Sie die Seite neu.',
  },
  unexpected: {
    what: 'Im Dienst ist ein Fehler aufgetreten.',
    advice:
      'Versuchen Sie es erneut. Tritt der Fehler wieder auf, geben Sie die Anfrage-ID einem Betreiber: Der Grund steht im Protokoll.',
  },
  unavailable: {
    what: 'Der Dienst erreicht seine Datenbank nicht.',
    advice: 'Versuchen Sie es gleich noch einmal. Ihre Eingaben gehen nicht verloren.',
  },
  invalid_request: {
    what: 'Der Dienst nimmt das nicht an.',
    advice: 'Korrigieren Sie das Genannte und versuchen Sie es erneut.',
    detail: true,
  },
  body_too_large: {
    what: 'Das ist zu groß.',
    advice: 'Verkleinern Sie es und versuchen Sie es erneut.',
    detail: true,
  },
  headers_too_large: {
    what: 'Adresse und Header der Anfrage sind zu groß.',
    advice:
      'Verwenden Sie weniger Filter. Hilft das nicht, lassen Sie einen Betreiber nach Cookies suchen, die ein Proxy hinzufügt.',
  },
  route_not_found: {
    what: 'Der Dienst kennt diese Adresse nicht.',
    advice: 'Diese Seite ist vielleicht älter oder neuer als der Dienst. Laden Sie sie neu.',
  },
  sign_in_needed: {
    what: 'Sie sind nicht angemeldet.',
    advice: 'Melden Sie sich an und versuchen Sie es erneut.',
  },
  sign_in_failed: {
    what: 'Niemand hat diese Adresse mit diesem Passwort.',
    advice:
      'Versuchen Sie es erneut. Ist das Passwort verloren, erstellt ein Inhaber einen Link, mit dem Sie ein neues festlegen.',
  },
  password_wrong: {
    what: 'Das ist nicht Ihr Passwort.',
    advice: 'Prüfen Sie es und versuchen Sie es erneut.',
  },
  password_needed: {
    what: 'Sie haben Ihr Passwort vor mehr als 15 Minuten eingegeben.',
    advice: 'Geben Sie es noch einmal ein, dann wird dies wiederholt.',
  },
  too_many_failures: {
    what: 'Zu viele Anmeldungen sind fehlgeschlagen.',
    advice: 'Warten Sie bis zur genannten Zeit und versuchen Sie es dann erneut.',
  },
  sign_ins_busy: {
    what: 'Im Moment melden sich viele Personen an.',
    advice: 'Versuchen Sie es in einigen Sekunden erneut.',
  },
  public_url_missing: {
    what: 'Diese Installation gibt nicht an, unter welcher Adresse man sich anmeldet.',
    advice: 'Ein Betreiber setzt PUBLIC_URL auf die Adresse, die im Browser geöffnet wird.',
  },
  cross_origin: {
    what: 'Die Anfrage kam nicht von der Adresse des Dashboards selbst.',
    advice:
      'Öffnen Sie das Dashboard unter seiner eigenen Adresse. Hinter einem Proxy setzt ein Betreiber PUBLIC_URL darauf.',
  },
  link_not_found: {
    what: 'Dieser Link gilt nicht: Er wurde benutzt, ist abgelaufen, oder es gibt einen neueren.',
    advice: 'Bitten Sie die Person, von der Sie ihn haben, um einen neuen.',
  },
  second_factor_needed: {
    what: 'Das Passwort stimmt; zusätzlich wird ein Code gebraucht.',
    advice: 'Geben Sie den Code aus Ihrer Authenticator-App ein oder einen Wiederherstellungscode.',
  },
  second_factor_wrong: {
    what: 'Dieser Code stimmt nicht.',
    advice: 'Nehmen Sie den, den Ihre App jetzt zeigt, jeden nur einmal, oder einen Wiederherstellungscode.',
  },
  second_factor_exists: {
    what: 'Sie haben schon einen zweiten Faktor.',
    advice: 'Laden Sie die Seite neu; schalten Sie den alten aus, bevor Sie einen anderen einrichten.',
  },
  second_factor_not_begun: {
    what: 'Dafür gibt es keinen zweiten Faktor mehr.',
    advice: 'Laden Sie die Seite neu: Er wurde ausgeschaltet oder in einem anderen Browser eingerichtet.',
  },
} as Record<string, { what: string; advice: string; detail?: true }>

export const failure = {
  requestId: 'Anfrage-ID',
  callNotKnown:
    'Es ist noch nicht bekannt, ob der Anruf gestartet ist. Fragen Sie noch einmal: Er wird höchstens einmal gestartet.',
  askAgain: 'Noch einmal fragen',
  leaveOpenTitle: 'Seite vor der Antwort verlassen?',
  leaveOpen: {
    call: 'Es ist noch nicht bekannt, ob der Anruf gestartet ist. Nur diese Seite kann noch einmal fragen, ohne ein zweites Mal anzurufen.',
    message:
      'Es ist noch nicht bekannt, ob die Nachricht gesendet wurde. Nur diese Seite kann noch einmal fragen, ohne sie zweimal zu senden.',
  },
}
