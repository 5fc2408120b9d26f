/** What the refusals of calls mean, and what to do. */
export const callRefusals = {
  invalid_phone_number: {
    what: 'Das ist keine Telefonnummer, die angerufen werden kann.',
    advice: 'Schreiben Sie sie mit + und Ländervorwahl, etwa +14155550123.',
  },
  campaign_not_ready: {
    what: 'Der Kampagne fehlt etwas, das ein Anruf braucht.',
    advice: 'Bearbeiten Sie die Kampagne und ergänzen Sie es.',
    detail: true,
  },
  campaign_paused: {
    what: 'Die Kampagne ist angehalten.',
    advice: 'Geben Sie sie frei oder reihen Sie den Anruf ein: Er wartet bis dahin.',
  },
  campaign_ended: {
    what: 'Die Kampagne ist beendet und startet keine Anrufe.',
    advice: 'Verwenden Sie eine andere Kampagne oder ändern Sie das Ende dieser Kampagne.',
  },
  campaign_ends_before_opening: {
    what: 'Die Kampagne endet, bevor ihre Anrufzeiten wieder beginnen.',
    advice: 'Ändern Sie das Ende oder die Anrufzeiten, oder verwenden Sie eine andere Kampagne.',
  },
  outside_calling_hours: {
    what: 'Die Kampagne ist außerhalb ihrer Anrufzeiten.',
    advice: 'Reihen Sie den Anruf ein: Er wird gewählt, wenn die Anrufzeiten beginnen.',
    detail: true,
  },
  callee_zone_unknown: {
    what: 'Nichts sagt, in welcher Zeitzone die angerufene Person sein kann.',
    advice:
      'Geben Sie dem Anruf eine timezone wie Europe/Berlin, oder setzen Sie die Eigenschaft timezone des Profils.',
    detail: true,
  },
  callee_zone_invalid: {
    what: 'Die Zeitzone der angerufenen Person ist keine.',
    advice: 'Geben Sie einen IANA-Namen wie Europe/Berlin an.',
    detail: true,
  },
  callee_never_open: {
    what: 'Die Anrufzeiten sind nie zugleich in allen Zeitzonen offen, in denen die angerufene Person sein kann.',
    advice: 'Geben Sie dem Anruf eine timezone, wenn Sie sie kennen, oder legen Sie längere Zeiten fest.',
    detail: true,
  },
  no_free_slot: {
    what: 'Es laufen schon so viele Anrufe, wie die Kampagne gleichzeitig haben darf.',
    advice:
      'Reihen Sie den Anruf ein: Er startet, sobald eine Leitung frei ist. Oder versuchen Sie es erneut, wenn ein Anruf beendet ist.',
  },
  number_taken: {
    what: 'Diese Nummer wird schon angerufen, oder ein anderer Anruf an sie wartet.',
    advice: 'Reihen Sie den Anruf ein: Er startet nach dem anderen.',
  },
  do_not_call: {
    what: 'Diese Nummer steht auf der Anrufsperrliste.',
    advice:
      'Niemand in der Organisation darf sie anrufen. Beenden Sie den Eintrag unter Anrufsperrliste, wenn die Person wieder angerufen werden will.',
  },
  dial_too_late: {
    what: 'Die Anrufzeiten endeten, bevor dieser Anruf an der Reihe war.',
    advice:
      'Es wurde nichts gewählt. Reihen Sie den Anruf ein: Er startet, wenn die Anrufzeiten wieder beginnen.',
  },
  carrier_refused_number: {
    what: 'Der Anbieter ruft diese Nummer nicht an.',
    advice: 'Prüfen Sie die Nummer mit der Person, von der sie stammt; ein weiterer Anruf hilft nicht.',
    detail: true,
  },
  carrier_busy: {
    what: 'Der Anbieter nimmt im Moment keine weiteren Anrufe an.',
    advice: 'Versuchen Sie es in Kürze erneut oder reihen Sie den Anruf ein.',
  },
  guard_country: {
    what: 'Die Organisation ruft dieses Land nicht an.',
    advice: 'Ein Inhaber erweitert die Grenze unter Schutzgrenzen.',
    detail: true,
  },
  guard_number_type: {
    what: 'Die Organisation ruft Nummern dieser Art nicht an, etwa Mehrwertnummern.',
    advice: 'Ein Inhaber erweitert die Grenze unter Schutzgrenzen.',
    detail: true,
  },
  guard_rate: {
    what: 'Die Ausgaben sind begrenzt, und für diese Nummer ist kein Preis hinterlegt.',
    advice: 'Ein Inhaber erweitert die Grenze unter Schutzgrenzen.',
    detail: true,
  },
  guard_dials_a_day: {
    what: 'Die Organisation hat alle Anrufe des Tages gemacht.',
    advice:
      'Versuchen Sie es nach Mitternacht UTC erneut, oder ein Inhaber erweitert die Grenze unter Schutzgrenzen.',
    detail: true,
  },
  guard_minutes_a_day: {
    what: 'Vom Tag sind weniger Minuten übrig, als der Anruf dauern kann.',
    advice:
      'Versuchen Sie es nach Mitternacht UTC erneut, oder ein Inhaber erweitert die Grenze unter Schutzgrenzen.',
    detail: true,
  },
  guard_spend_a_day: {
    what: 'Der Anruf könnte mehr kosten, als heute ausgegeben werden darf.',
    advice:
      'Versuchen Sie es nach Mitternacht UTC erneut, oder ein Inhaber erweitert die Grenze unter Schutzgrenzen.',
    detail: true,
  },
  guard_number_dials_a_day: {
    what: 'Diese Nummer wurde heute so oft angerufen, wie es erlaubt ist.',
    advice:
      'Versuchen Sie es nach Mitternacht UTC erneut, oder ein Inhaber erweitert die Grenze unter Schutzgrenzen.',
    detail: true,
  },
  guard_number_dials_a_week: {
    what: 'Diese Nummer wurde in sieben Tagen so oft angerufen, wie es erlaubt ist.',
    advice: 'Ein Inhaber erweitert die Grenze unter Schutzgrenzen.',
    detail: true,
  },
  guard_block_dials_an_hour: {
    what: 'Benachbarte Nummern wurden in der letzten Stunde so oft angerufen, wie es erlaubt ist.',
    advice: 'Reihen Sie den Anruf ein, oder ein Inhaber erweitert die Grenze unter Schutzgrenzen.',
    detail: true,
  },
  dial_failed: {
    what: 'Der Anruf konnte nicht gestartet werden.',
    advice: 'Ein Admin bringt das Konto unter Anbieter in Ordnung; starten Sie den Anruf danach erneut.',
    detail: true,
  },
  dial_unresolved: {
    what: 'Es ist noch ungeklärt, ob der Anbieter den Anruf angenommen hat.',
    advice:
      'Vielleicht klingelt das Telefon schon, starten Sie ihn also jetzt nicht erneut. Die Live-Seite zeigt ihn.',
  },
  database_held: {
    what: 'Der Dienst ist angehalten: Es wird nichts gewählt, gesendet oder geändert.',
    advice:
      'Seine Datenbank wurde wiederhergestellt oder kopiert, oder ein Betreiber hat ihn angehalten. Ein Betreiber gibt ihn frei.',
  },
} as Record<string, { what: string; advice: string; detail?: true }>
