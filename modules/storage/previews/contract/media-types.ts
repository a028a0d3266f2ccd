const textTypes =
  /^(text\/|application\/(json|xml|xhtml\+xml|xslt\+xml|yaml|toml|x-php|x-sh|x-tex|x-subrip)$|message\/rfc822$|multipart\/related$)/

/** Whether files of this media type can be shown as text. */
export const isTextType = (mediaType: string): boolean => textTypes.test(mediaType)

const nativeImageTypes = /^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml)$/

/** Whether browsers decode pictures of this media type. Others are shown by their thumbnail, or not at all. */
export const isNativeImage = (mediaType: string): boolean => nativeImageTypes.test(mediaType)
