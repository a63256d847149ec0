// What a clip moves of a joint, a number at a time: as its file has it.
#pragma once

#include <vector>

#include "rig/clip.h"

namespace bindpose {

// Rotation: components w, x, y, z of a quaternion. Angle: about x, y, z, radians.
enum class ChannelKind { Translation, Rotation, Angle, Scale };

struct Channel {
  ChannelKind kind;
  int component;            // from 0
  int factor;               // of the joint's track
  std::vector<double> key;  // times, ascending; seconds
};

// Those of a track that have keys: of each factor the keyed ones, x, y, z (w, x, y, z) in order.
std::vector<Channel> channels_of(const JointTrack& track);

// The channel's value at that time, by the sampler that poses the joint: file units, radians.
float sample(const JointTrack& track, const Channel& channel, double time);

// A channel as points to be joined by straight lines, which follow it to what a picture `columns`
// wide shows of from .. to (seconds, from < to, columns > 0): one a column, and at each key one for
// what comes to it and one for what leaves it, so that a step is upright. Keys that come closer
// than columns do are not all met. A quaternion and its negative are the same rotation: `sign` is
// that of all four components at each point, so that none of them jumps where the sampler goes over
// to the other one.
struct ChannelLine {
  std::vector<double> time;
  std::vector<float> value;
  std::vector<float> key_value;  // at Channel::key, with the sign of the line there
};
ChannelLine line_of(const JointTrack& track, const Channel& channel, double from, double to,
                    int columns);

}  // namespace bindpose
