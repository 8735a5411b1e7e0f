/** A few soft sounds, made on the spot. Off unless switched on. */

import { sounds } from "./preferences.svelte";

export type Sound = "card" | "turn" | "end";

type Tone = readonly [frequency: number, at: number, length: number];

const TONES: Record<Sound, readonly Tone[]> = {
  card: [[210, 0, 0.05]],
  turn: [
    [523, 0, 0.12],
    [659, 0.12, 0.18],
  ],
  end: [
    [392, 0, 0.25],
    [494, 0.1, 0.25],
    [587, 0.2, 0.4],
  ],
};
const LOUDNESS = 0.08;

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!sounds.value || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  void context.resume(); // after a reload a browser waits for the first press
  const now = context.currentTime;
  for (const [frequency, at, length] of TONES[sound]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(LOUDNESS, now + at);
    volume.gain.exponentialRampToValueAtTime(0.0005, now + at + length);
    tone.connect(volume).connect(context.destination);
    tone.start(now + at);
    tone.stop(now + at + length);
  }
}
