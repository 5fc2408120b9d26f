const reasons: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  400: 'Bad Request',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
}

/** A whole HTTP answer, byte for byte, so that it can be cut anywhere. */
export function answerBytes(status: number, body: unknown): Buffer {
  const text = JSON.stringify(body)
  return Buffer.from(
    `HTTP/1.1 ${status} ${reasons[status]}\r\n` +
      `Date: ${new Date().toUTCString()}\r\n` +
      'Content-Type: application/json\r\n' +
      `Content-Length: ${Buffer.byteLength(text)}\r\n` +
      `Connection: close\r\n\r\n${text}`,
  )
}

/** A refusal in Twilio's form. */
export function refusalBytes(status: number, code: number): Buffer {
  return answerBytes(status, { code, message: 'refused', more_info: '', status })
}
