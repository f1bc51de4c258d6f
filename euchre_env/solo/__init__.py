"""One learner among given opponents, in Gymnasium's API: `SoloEnv` is one table, `SoloVectorEnv` are many.

After `import euchre_env` both are to be had by name:

>>> table = gymnasium.make("euchre_env/Euchre-v0", variant="north_american", episode="deal")
>>> observation, info = table.reset(seed=1)
>>> observation, reward, terminated, truncated, info = table.step(table.action_space.sample(info["action_mask"]))
>>> tables = gymnasium.make_vec("euchre_env/Euchre-v0", num_envs=1024, variant="north_american", episode="deal")
>>> tables.reset(seed=1)[0]["action_mask"].shape
(1024, 33)
"""

import gymnasium

from euchre_env.solo.environment import SoloEnv
from euchre_env.solo.vector import SoloVectorEnv
from euchre_env.variants import VERSION

__all__ = ["ENVIRONMENT_ID", "SoloEnv", "SoloVectorEnv"]

ENVIRONMENT_ID = f"euchre_env/Euchre-v{VERSION}"

if ENVIRONMENT_ID not in gymnasium.registry:
    gymnasium.register(
        ENVIRONMENT_ID, entry_point="euchre_env.solo:SoloEnv", vector_entry_point="euchre_env.solo:SoloVectorEnv"
    )
