/** A multipart body of these parts, in this order, and its content type. */
export const multipartOf = (
  parts: readonly { name: string; value: string | Buffer; fileName?: string }[],
): { type: string; body: Buffer } => {
  const boundary = 'coffer-test-boundary'
  const pieces = parts.flatMap(({ name, value, fileName }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${
        fileName === undefined ? '' : `; filename="${fileName}"\r\ncontent-type: application/octet-stream`
      }\r\n\r\n`,
    ),
    Buffer.from(value as string),
    Buffer.from('\r\n'),
  ])
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  }
}
