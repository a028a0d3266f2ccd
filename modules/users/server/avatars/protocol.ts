/** Edges of the square avatars in px. */
export const avatarSizes = { xs: 42, sm: 60, md: 160 } as const
export type AvatarSize = keyof typeof avatarSizes

export interface AvatarRequest {
  source: Uint8Array
}

/** WebP without metadata. */
export interface AvatarPictures {
  pictures: Record<AvatarSize, Uint8Array>
}
